package rank

// Default is the model of the service. tools/fit wrote it.
var Default = Model{
	Weights: [NumFeatures]float64{
		0.864,  // words
		2.463,  // best chunk
		0.495,  // coverage
		0.304,  // chunk coverage
		2.059,  // stem share
		0.671,  // stem coverage
		1.280,  // directory coverage
		-0.614, // symbol coverage
		-0.934, // head coverage
		1.117,  // body saturation
		0.931,  // head saturation
		0.089,  // symbol saturation
		1.130,  // history coverage
		1.847,  // history saturation
		0.433,  // whole stem
		0.118,  // stem and symbol
		0.957,  // symbol density
		0.694,  // body density
		1.165,  // history density
		0.713,  // declares
		0.581,  // named
		0.447,  // pair coverage
		0.292,  // pair names
		-1.425, // test
		-0.774, // prose
		-0.517, // example
		0.060,  // entry point
		-0.175, // hidden or data
		-0.747, // header
		-1.788, // older version
		-2.081, // other platform
		1.398,  // mentions
		1.015,  // length
		-0.927, // depth
		1.476,  // matching chunks
	},
	Symbol: [NumFeatures]float64{
		0.230,  // words
		0.293,  // best chunk
		0.078,  // coverage
		0.167,  // chunk coverage
		-0.048, // stem share
		-0.090, // stem coverage
		0.044,  // directory coverage
		0.409,  // symbol coverage
		0.191,  // head coverage
		0.332,  // body saturation
		0.416,  // head saturation
		0.466,  // symbol saturation
		-0.182, // history coverage
		0.292,  // history saturation
		0.088,  // whole stem
		-0.082, // stem and symbol
		-0.242, // symbol density
		-0.276, // body density
		-0.462, // history density
		0.403,  // declares
		0.135,  // named
		0.107,  // pair coverage
		0.022,  // pair names
		-0.151, // test
		-0.022, // prose
		-0.011, // example
		0.021,  // entry point
		-0.002, // hidden or data
		0.000,  // header
		-0.784, // older version
		-0.000, // other platform
		0.212,  // mentions
		0.324,  // length
		-0.036, // depth
		-0.344, // matching chunks
	},
}
