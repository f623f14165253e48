package rank

// WithVectors is for queries of which vectors say something, too. tools/fit wrote it.
var WithVectors = Model{
	Weights: [NumFeatures]float64{
		0.617,  // words
		1.739,  // best chunk
		0.576,  // coverage
		0.270,  // chunk coverage
		1.087,  // stem share
		0.496,  // stem coverage
		1.118,  // directory coverage
		-0.639, // symbol coverage
		-0.835, // head coverage
		0.995,  // body saturation
		0.886,  // head saturation
		0.005,  // symbol saturation
		0.937,  // history coverage
		1.698,  // history saturation
		0.531,  // whole stem
		-0.032, // stem and symbol
		0.431,  // symbol density
		0.732,  // body density
		0.852,  // history density
		0.708,  // declares
		0.346,  // named
		0.240,  // pair coverage
		0.318,  // pair names
		-1.631, // test
		-0.760, // prose
		-0.393, // example
		-0.296, // entry point
		-0.181, // hidden or data
		-0.712, // header
		-1.708, // older version
		-2.019, // other platform
		1.106,  // mentions
		0.552,  // length
		-0.927, // depth
		0.792,  // matching chunks
		3.693,  // nearness
	},
	Symbol: [NumFeatures]float64{
		0.213,  // words
		0.325,  // best chunk
		0.109,  // coverage
		0.184,  // chunk coverage
		0.008,  // stem share
		-0.101, // stem coverage
		0.051,  // directory coverage
		0.362,  // symbol coverage
		0.189,  // head coverage
		0.465,  // body saturation
		0.538,  // head saturation
		0.443,  // symbol saturation
		-0.278, // history coverage
		0.249,  // history saturation
		0.120,  // whole stem
		-0.010, // stem and symbol
		-0.290, // symbol density
		-0.235, // body density
		-0.471, // history density
		0.344,  // declares
		0.102,  // named
		0.086,  // pair coverage
		-0.046, // pair names
		-0.114, // test
		-0.015, // prose
		-0.010, // example
		-0.141, // entry point
		-0.004, // hidden or data
		0.000,  // header
		-0.780, // older version
		-0.000, // other platform
		0.251,  // mentions
		0.367,  // length
		-0.039, // depth
		-0.241, // matching chunks
		-0.212, // nearness
	},
}
