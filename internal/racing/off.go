//go:build !race

package racing

const detector = false
