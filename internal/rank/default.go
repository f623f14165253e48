package rank

// Default is the model of the service. tools/fit wrote it.
var Default = Model{
	Weights: [NumFeatures]float64{
		1.393,  // words
		2.849,  // best chunk
		0.257,  // coverage
		0.304,  // chunk coverage
		2.484,  // stem share
		1.066,  // stem coverage
		0.841,  // directory coverage
		-0.171, // symbol coverage
		-0.828, // head coverage
		0.968,  // body saturation
		1.385,  // head saturation
		0.708,  // symbol saturation
		1.315,  // history coverage
		2.031,  // history saturation
		-0.223, // whole stem
		-0.036, // stem and symbol
		-1.924, // test
		-1.147, // prose
		-1.023, // example
		-0.289, // entry point
		-0.240, // hidden or data
		1.358,  // length
		-1.390, // depth
		1.306,  // matching chunks
	},
	Symbol: [NumFeatures]float64{
		0.235,  // words
		0.416,  // best chunk
		0.109,  // coverage
		0.218,  // chunk coverage
		-0.168, // stem share
		-0.006, // stem coverage
		-0.012, // directory coverage
		0.541,  // symbol coverage
		0.311,  // head coverage
		0.353,  // body saturation
		0.648,  // head saturation
		0.814,  // symbol saturation
		-0.271, // history coverage
		0.339,  // history saturation
		0.113,  // whole stem
		-0.249, // stem and symbol
		-0.229, // test
		-0.077, // prose
		-0.042, // example
		0.126,  // entry point
		-0.003, // hidden or data
		0.494,  // length
		-0.090, // depth
		-0.063, // matching chunks
	},
}
