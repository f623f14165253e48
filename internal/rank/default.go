package rank

// Default is for queries of which words alone say something. tools/fit wrote it.
var Default = Model{
	Weights: [NumFeatures]float64{
		1.280,  // words
		1.788,  // best chunk
		1.003,  // coverage
		0.642,  // chunk coverage
		1.817,  // stem share
		0.592,  // stem coverage
		1.331,  // directory coverage
		-0.525, // symbol coverage
		-1.036, // head coverage
		1.123,  // body saturation
		0.686,  // head saturation
		0.168,  // symbol saturation
		1.362,  // history coverage
		2.096,  // history saturation
		0.269,  // whole stem
		0.095,  // stem and symbol
		0.777,  // symbol density
		0.719,  // body density
		1.246,  // history density
		0.527,  // declares
		0.603,  // named
		0.450,  // pair coverage
		0.412,  // pair names
		-1.380, // test
		-0.657, // prose
		-0.483, // example
		0.231,  // entry point
		-0.172, // hidden or data
		-0.727, // header
		-1.357, // older version
		-1.814, // other platform
		1.295,  // mentions
		0.881,  // length
		-1.041, // depth
		0.800,  // matching chunks
		0.000,  // nearness
	},
	Symbol: [NumFeatures]float64{
		0.187,  // words
		0.255,  // best chunk
		0.067,  // coverage
		0.155,  // chunk coverage
		0.034,  // stem share
		-0.056, // stem coverage
		0.021,  // directory coverage
		0.352,  // symbol coverage
		0.191,  // head coverage
		0.340,  // body saturation
		0.429,  // head saturation
		0.426,  // symbol saturation
		-0.252, // history coverage
		0.203,  // history saturation
		0.142,  // whole stem
		-0.020, // stem and symbol
		-0.185, // symbol density
		-0.215, // body density
		-0.412, // history density
		0.536,  // declares
		0.174,  // named
		0.086,  // pair coverage
		0.002,  // pair names
		-0.150, // test
		-0.021, // prose
		-0.012, // example
		-0.032, // entry point
		-0.002, // hidden or data
		0.000,  // header
		-0.688, // older version
		-0.000, // other platform
		0.222,  // mentions
		0.289,  // length
		-0.018, // depth
		-0.218, // matching chunks
		0.000,  // nearness
	},
	Size: [NumFeatures]float64{
		0.563,  // words
		-0.159, // best chunk
		1.005,  // coverage
		0.567,  // chunk coverage
		-0.811, // stem share
		-0.304, // stem coverage
		-0.008, // directory coverage
		0.026,  // symbol coverage
		0.208,  // head coverage
		0.085,  // body saturation
		-0.229, // head saturation
		-0.130, // symbol saturation
		0.851,  // history coverage
		0.406,  // history saturation
		0.275,  // whole stem
		-0.369, // stem and symbol
		-0.366, // symbol density
		-0.070, // body density
		-0.048, // history density
		-0.643, // declares
		-0.258, // named
		-0.096, // pair coverage
		0.238,  // pair names
		-0.892, // test
		0.082,  // prose
		0.030,  // example
		-0.343, // entry point
		0.023,  // hidden or data
		0.055,  // header
		-0.217, // older version
		0.101,  // other platform
		0.135,  // mentions
		-0.024, // length
		-0.033, // depth
		-0.483, // matching chunks
		0.000,  // nearness
	},
}
