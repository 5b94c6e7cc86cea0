package rating_test

import (
	"math"
	"testing"

	"tabletop/cmd/league/internal/rating"
)

// grown is what the libraries of OpenSkill do before each match, with the tau given.
func grown(tau float64, teams []team) []team {
	all := make([]team, len(teams))
	for i, t := range teams {
		for _, r := range t {
			all[i] = append(all[i], rating.Rating{Mu: r.Mu, Sigma: math.Sqrt(r.Sigma*r.Sigma + tau*tau)})
		}
	}
	return all
}

// usual is the tau that later releases of the libraries have unless told otherwise.
const usual = 25.0 / 300

// Published by the libraries of OpenSkill, which are of this model: "js" is
// github.com/philihp/openskill.js, "py" github.com/vivekjoshy/openskill.py 6.2.
var published = []struct {
	name   string // where
	tau    float64
	before []team
	ranks  []int
	after  []team // in teams of several equals only the first is given
}{
	{"js README", 0, []team{{{25, 25.0 / 3}, {32.444, 5.123}}, {{43.381, 2.421}, {25.188, 6.211}}}, []int{1, 2}, []team{
		{{28.669648436582808, 8.071520788025197}, {33.83086971107981, 5.062772998705765}},
		{{43.071274808241974, 2.4166900452721256}, {23.149503312339064, 6.1378606973362135}},
	}},
	{"js plackett-luce.test: 2p", 0, []team{{first}, {first}}, []int{1, 2}, []team{
		{{27.63523138347365, 8.065506316323548}}, {{22.36476861652635, 8.065506316323548}},
	}},
	{"js plackett-luce.test: 3p", 0, []team{{first}, {first}, {first}}, []int{1, 2, 3}, []team{
		{{27.868876552746237, 8.204837030780652}}, {{25.717219138186557, 8.057829747583874}}, {{21.413904309067206, 8.057829747583874}},
	}},
	{"js plackett-luce.test: 5p", 0, []team{{first}, {first}, {first}, {first}, {first}}, []int{1, 2, 3, 4, 5}, []team{
		{{27.666666666666668, 8.290556877154474}},
		{{26.833333333333332, 8.240145629781066}},
		{{25.72222222222222, 8.179996679645559}},
		{{24.055555555555557, 8.111796013701358}},
		{{20.72222222222222, 8.111796013701358}},
	}},
	{"js plackett-luce.test: sizes", 0, []team{same(3, first), same(1, first), same(2, first)}, []int{1, 2, 3}, []team{
		{{25.939870821784513, 8.247641552260456}}, {{27.21366020491262, 8.274321317985242}}, {{21.84646897330287, 8.213058173195341}},
	}},
	{"js rate.test: four", usual, []team{{a}, {b}, {c}, {first}}, []int{1, 2, 3, 4}, []team{
		{{30.210227447000438, 4.765617924939384}},
		{{27.644725221915632, 4.883479590134575}},
		{{17.4036218889969, 6.101259408259549}},
		{{19.21460876538932, 7.854669920480409}},
	}},
	{"js rate.test: tau 0.01", 0.01, []team{{a}, {b}, {c}, {first}}, []int{1, 2, 3, 4}, []team{
		{{30.20997558824299, 4.764909330988368}},
		{{27.64461002009721, 4.882799245921361}},
		{{17.403587237635527, 6.100731158882956}},
		{{19.21478808745494, 7.854267281042293}},
	}},
	{"js rate.test: teams", usual, []team{{a, first}, {b, first}, {c, first}}, []int{3, 1, 2}, []team{
		{{27.857622571955794, 4.744504197327133}, {20.97892943330433, 8.129851804000902}},
		{{27.990904891666695, 4.901705733959291}, {27.341233554297506, 8.2314516336455}},
		{{17.607030910762578, 6.141282638892306}, {26.67983701239816, 8.149157818911323}},
	}},
	{"js rate.test: two tied behind one", usual, []team{{{10, 8}}, {{5, 10}}, {{0, 12}}}, []int{1, 2, 2}, []team{
		{{11.942996666741225, 7.926888197620324}}, {{2.9381178546315034, 9.653804487570165}}, {{-1.4024317012198733, 11.323641575516767}},
	}},
	{"js rate.test: ties in the middle", usual, []team{{{15, 25.0 / 3}}, {{20, 25.0 / 3}}, {{25, 25.0 / 3}}, {{30, 25.0 / 3}}}, []int{2, 4, 2, 1}, []team{
		{{15.340043358359136, 8.213141619804967}},
		{{18.007678675484204, 8.189033933813437}},
		{{24.25801928251219, 8.166918055585525}},
		{{32.39425868364447, 8.247687230833794}},
	}},
	{"js rate.test: all tied", usual, []team{{first}, {first}, {first}, {first}}, []int{1, 1, 1, 1}, []team{
		{{25, 8.263571791259416}}, {{25, 8.263571791259416}}, {{25, 8.263571791259416}}, {{25, 8.263571791259416}},
	}},
	{"py plackettluce.json: ranks", usual, []team{same(1, py), same(2, py), same(1, py), same(2, py)}, []int{2, 1, 4, 3}, []team{
		{{22.35555943890167, 8.265434830225024}},
		{{22.373451456616035, 8.258479912445537}},
		{{18.311159777900297, 8.219170401234347}},
		{{18.364835831043397, 8.112716571808326}},
	}},
	{"py plackettluce.json: ties", usual, []team{same(1, py), same(2, py), same(3, py)}, []int{1, 2, 1}, []team{
		{{21.63766806988004, 8.310709773172306}}, {{19.53956360838512, 8.268148437657915}}, {{19.87652320008089, 8.237522411103104}},
	}},
}

func TestPublishedExamplesComeOut(t *testing.T) {
	for _, x := range published {
		got := rating.Rate(grown(x.tau, x.before), x.ranks)
		for i, team := range got {
			for j, g := range team {
				want := x.after[i][min(j, len(x.after[i])-1)]
				if math.Abs(g.Mu-want.Mu) > printed || math.Abs(g.Sigma-want.Sigma) > printed {
					t.Errorf("%s: team %d, player %d: got %v, want %v", x.name, i, j, g, want)
				}
			}
		}
	}
}
