package builtin

// ReadShipped reads the weights in the program, as the first New does.
func ReadShipped() error {
	_, err := readTable(weights)
	return err
}
