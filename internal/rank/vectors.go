package rank

// WithVectors is for queries of which vectors say something, too. tools/fit wrote it.
var WithVectors = Model{
	Weights: [NumFeatures]float64{
		0.651,  // words
		1.748,  // best chunk
		0.648,  // coverage
		0.266,  // chunk coverage
		1.026,  // stem share
		0.534,  // stem coverage
		1.088,  // directory coverage
		-0.595, // symbol coverage
		-0.807, // head coverage
		0.905,  // body saturation
		0.819,  // head saturation
		-0.007, // symbol saturation
		0.946,  // history coverage
		1.640,  // history saturation
		0.549,  // whole stem
		-0.017, // stem and symbol
		0.359,  // symbol density
		0.708,  // body density
		0.832,  // history density
		0.696,  // declares
		0.341,  // named
		0.206,  // pair coverage
		0.316,  // pair names
		-1.643, // test
		-0.768, // prose
		-0.352, // example
		-0.329, // entry point
		-0.176, // hidden or data
		-0.706, // header
		-1.712, // older version
		-2.021, // other platform
		1.130,  // mentions
		0.510,  // length
		-0.930, // depth
		0.881,  // matching chunks
		2.603,  // nearness
	},
	Symbol: [NumFeatures]float64{
		0.209,  // words
		0.320,  // best chunk
		0.105,  // coverage
		0.185,  // chunk coverage
		0.044,  // stem share
		-0.085, // stem coverage
		0.047,  // directory coverage
		0.350,  // symbol coverage
		0.189,  // head coverage
		0.484,  // body saturation
		0.564,  // head saturation
		0.457,  // symbol saturation
		-0.288, // history coverage
		0.277,  // history saturation
		0.141,  // whole stem
		-0.006, // stem and symbol
		-0.295, // symbol density
		-0.238, // body density
		-0.465, // history density
		0.365,  // declares
		0.094,  // named
		0.081,  // pair coverage
		-0.058, // pair names
		-0.112, // test
		-0.015, // prose
		-0.011, // example
		-0.150, // entry point
		-0.004, // hidden or data
		0.000,  // header
		-0.777, // older version
		-0.000, // other platform
		0.243,  // mentions
		0.382,  // length
		-0.043, // depth
		-0.226, // matching chunks
		-0.303, // nearness
	},
}
