package words

// Topic is a text with a title.
type Topic struct{ Title, Text string }

// fairness lists the keys of the explanation of the fairness code, in its order.
var fairness = [...]string{"envelope", "code", "photo", "word", "open", "proves", "limits", "elsewhere"}

// Fairness returns an explanation of the fairness code for players from twelve years: the seal of a
// match as an envelope, its proof and the limits of that proof. The text "fairness" is its title.
func (c *Catalogue) Fairness() []Topic {
	topics := make([]Topic, len(fairness))
	for i, name := range fairness {
		topics[i] = Topic{c.Word("fairness." + name), c.Word("fairness." + name + ".text")}
	}
	return topics
}
