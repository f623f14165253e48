package rank

// Default is the model of the service. tools/fit wrote it.
var Default = Model{
	Weights: [NumFeatures]float64{
		0.970,  // words
		2.003,  // best chunk
		0.986,  // coverage
		0.567,  // chunk coverage
		1.938,  // stem share
		0.650,  // stem coverage
		1.403,  // directory coverage
		-0.593, // symbol coverage
		-1.111, // head coverage
		1.016,  // body saturation
		0.795,  // head saturation
		0.158,  // symbol saturation
		1.361,  // history coverage
		2.064,  // history saturation
		0.300,  // whole stem
		0.091,  // stem and symbol
		0.838,  // symbol density
		0.808,  // body density
		1.156,  // history density
		0.688,  // declares
		0.650,  // named
		0.463,  // pair coverage
		0.327,  // pair names
		-1.320, // test
		-0.690, // prose
		-0.455, // example
		0.087,  // entry point
		-0.180, // hidden or data
		-0.593, // header
		-1.462, // older version
		-1.839, // other platform
		1.116,  // mentions
		0.984,  // length
		-1.537, // depth
		0.861,  // matching chunks
		0,
	},
	Symbol: [NumFeatures]float64{
		0.211,  // words
		0.267,  // best chunk
		0.107,  // coverage
		0.123,  // chunk coverage
		-0.022, // stem share
		-0.073, // stem coverage
		0.037,  // directory coverage
		0.393,  // symbol coverage
		0.201,  // head coverage
		0.347,  // body saturation
		0.452,  // head saturation
		0.460,  // symbol saturation
		-0.233, // history coverage
		0.203,  // history saturation
		0.073,  // whole stem
		-0.032, // stem and symbol
		-0.190, // symbol density
		-0.220, // body density
		-0.432, // history density
		0.426,  // declares
		0.171,  // named
		0.096,  // pair coverage
		0.005,  // pair names
		-0.149, // test
		-0.022, // prose
		-0.011, // example
		-0.045, // entry point
		-0.002, // hidden or data
		0.000,  // header
		-0.743, // older version
		-0.000, // other platform
		0.259,  // mentions
		0.304,  // length
		-0.029, // depth
		-0.276, // matching chunks
		0,
	},
}
