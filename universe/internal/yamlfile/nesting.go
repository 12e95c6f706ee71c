// Package yamlfile reads the YAML of a configuration: bounded before it is parsed, its
// values with their places, decoded by shapes that are made from the types themselves.
package yamlfile

import (
	"strconv"

	"github.com/goccy/go-yaml/token"

	"github.com/goccy/go-yaml/lexer"

	"github.com/mailsim/mailsim/universe/internal/fail"
)

// What a file may ask of its parser, which compares each key of a mapping with all
// before it, and moves what follows a value that is left empty. Each bound is about
// a third of a second.
const (
	maxYAMLTokens = 500_000
	maxYAMLKeys   = 10_000                    // of one mapping
	maxYAMLPairs  = maxYAMLKeys * maxYAMLKeys // the squares of the keys of each mapping, summed up
	maxYAMLMoves  = 1_000_000_000             // empty values times tokens
)

const TooMuchYAML = "the file is too large: make several of it"

// yamlGlance is how many bytes are looked at first, then twice as many: what is
// refused at its beginning does not cost its whole length.
const yamlGlance = 4 << 10

// tokenizeYAML cuts a file into the tokens that its parser takes, strings and
// comments in one piece, and refuses what is too deep for it.
func tokenizeYAML(file string, data []byte) (token.Tokens, error) {
	for n := yamlGlance; n < len(data); n *= 2 {
		tokens := lexer.Tokenize(string(data[:n]))
		if tokens.InvalidToken() != nil {
			continue // perhaps a string that goes on
		}
		if err := checkNesting(file, tokens); err != nil {
			return nil, err
		}
	}
	tokens := lexer.Tokenize(string(data))
	return tokens, checkNesting(file, tokens)
}

func checkNesting(file string, tokens token.Tokens) error {
	var open yamlNesting
	for _, t := range tokens {
		if problem := open.add(t); problem != "" {
			return fail.Invalidf("%s:%d: %s", file, t.Position.Line, problem)
		}
	}
	return nil
}

// yamlNesting is what is open at a token.
type yamlNesting struct {
	brackets int
	blocks   []yamlBlock
	last     *token.Token

	tokens, pairs, empty int
}

// yamlBlock is a list or mapping by indentation.
type yamlBlock struct{ column, keys int }

// add takes the next token and says what is wrong with it.
func (n *yamlNesting) add(t *token.Token) (problem string) {
	n.tokens++
	if n.endsEmpty(t) {
		n.empty++
	}
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		n.brackets++
	case token.SequenceEndType, token.MappingEndType:
		n.brackets = max(0, n.brackets-1)
	case token.SequenceEntryType, token.MappingKeyType:
		n.block(t.Position.Column)
	case token.MappingValueType:
		if key := n.last; n.brackets == 0 && key != nil {
			b := n.block(key.Position.Column)
			if b.keys++; b.keys > maxYAMLKeys {
				return "a mapping may have at most " + strconv.Itoa(maxYAMLKeys) + " keys"
			}
			n.pairs += 2*b.keys - 1
		}
	}
	n.last = t
	if n.brackets+len(n.blocks) > maxYAMLDepth {
		return "the file is too large or too deep"
	}
	if n.tokens > maxYAMLTokens || n.pairs > maxYAMLPairs || n.empty*n.tokens > maxYAMLMoves {
		return TooMuchYAML
	}
	return ""
}

// endsEmpty tells whether the token before was to have a value and t is none: it
// stands on a later line, not further right than the block.
func (n *yamlNesting) endsEmpty(t *token.Token) bool {
	if n.last == nil || n.brackets > 0 || n.last.Position.Line == t.Position.Line {
		return false
	}
	switch n.last.Type {
	case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType:
		return len(n.blocks) == 0 || t.Position.Column <= n.blocks[len(n.blocks)-1].column
	}
	return false
}

// block is the one that begins at a column or goes on there.
func (n *yamlNesting) block(column int) *yamlBlock {
	last := len(n.blocks)
	for last > 0 && n.blocks[last-1].column > column {
		last--
	}
	n.blocks = n.blocks[:last]
	if last == 0 || n.blocks[last-1].column < column {
		n.blocks = append(n.blocks, yamlBlock{column: column})
	}
	return &n.blocks[len(n.blocks)-1]
}
