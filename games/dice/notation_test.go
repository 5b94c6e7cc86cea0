package dice_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/gamestest"
)

// further are the notations that came later than readings; the steps that build a cup
// don't lead to most of them.
var further = []struct{ notation, want string }{
	// keep and drop without a number
	{"4d6k", "4d6k1"},
	{"4d6kh", "4d6k1"},
	{"4d6kl", "4d6kl1"},
	{"4d6d", "4d6k3"},
	{"4d6d1", "4d6k3"},
	{"4d6d2", "4d6k2"},
	{"4d6dl", "4d6k3"},
	{"4d6dh", "4d6kl3"},
	{"4d6k-1", "4d6k1-1"},
	{"4d6dl-1", "4d6k3-1"},
	{"2d6к", "2d6k1"},
	{"2к6к", "2d6k1"},
	{"4к6д", "4d6k3"},
	{"4к6кх3", "4d6k3"},
	{"4к6кл", "4d6kl1"},
	{"4к6дл", "4d6k3"},
	{"4к6дх", "4d6kl3"},
	{"dFk", "dF"},
	{"4dFd", "4dFk3"},
	{"4dfated", "4dfatek3"},
	// several keeps and drops
	{"2d6dk", "2d6k1"},
	{"4d6k3k2", "4d6k2"},
	{"4d6k3dl1", "4d6k3"},
	{"3d6kh2dl1", "3d6k2"},
	{"4d6dl1dh1", "4d6dl1dh1"},
	{"4d6dh1kh3", "4d6dl1dh1"},
	{"6d8dh2dl1", "6d8dl1dh2"},
	{"6d8k3dh1", "6d8dl3dh1"},
	{"4d6klkl3", "4d6kl1"},
	{"3d10k1dh1", "3d10dl2dh1"},
	{"{d4,d6,d8}dl1dh1", "{d4,d6,d8}dl1dh1"},
	{"{3xd6}k2kl2", "{3xd6}dl1dh1"},
	// rerolls
	{"d20r", "d20r1"},
	{"d20r1", "d20r1"},
	{"2d6r<3", "2d6r<3"},
	{"2d6 R <= 2", "2d6r<=2"},
	{"2d6r≤2", "2d6r<=2"},
	{"2d6r=2", "2d6r2"},
	{"2d6r1r3", "2d6r1r3"},
	{"2d6r<>6", "2d6r<>6"},
	{"2d6r≠6", "2d6r<>6"},
	{"2d6ro", "2d6ro1"},
	{"2d6ro<3", "2d6ro<3"},
	{"2d6ro<7", "2d6ro<7"},
	{"2к6ро<3", "2d6ro<3"},
	{"2к6р", "2d6r1"},
	{"4dFr", "4dFr=-1"},
	{"4dFr<0", "4dFr<0"},
	{"4dFr0", "4dFr0"},
	{"4dfater", "4dfater=-1"},
	{"2d6k1r1", "2d6r1k1"},
	{"2d6r1!k1+3", "2d6r1!k1+3"},
	// explosions
	{"d6!!", "d6!!"},
	{"d6!p", "d6!p"},
	{"d6!п", "d6!p"},
	{"d6!!p", "d6!!p"},
	{"d6!>4", "d6!>4"},
	{"d6!>=5", "d6!>=5"},
	{"d6!≥5", "d6!>=5"},
	{"d6!5", "d6!5"},
	{"d6!=5", "d6!5"},
	{"d6!p>4", "d6!p>4"},
	{"4d6k3!!", "4d6!!k3"},
	{"d6 ! <> 3", "d6!<>3"},
	{"4d6!>4k2-1", "4d6!>4k2-1"},
	// successes, min and max
	{"5d10>=8", "5d10>=8"},
	{"5d10≥8", "5d10>=8"},
	{"2d6>5", "2d6>5"},
	{"2d6=7", "2d6=7"},
	{"5d10 > 7 f 1", "5d10>7f1"},
	{"5d10>=8f=1", "5d10>=8f1"},
	{"5d10f<=2>=8", "5d10>=8f<=2"},
	{"5к10>=8ф1", "5d10>=8f1"},
	{"5d10=10", "5d10=10"},
	{"5d10=9=10", "5d10=9=10"},
	{"5d10!>=8", "5d10!>=8"}, // explodes
	{"5d10!10>=8", "5d10>=8!10"},
	{"5d10>=8!", "5d10>=8!"},
	{"5d10>=8r", "5d10>=8r1"},
	{"4dF>=0", "4dF>=0"},
	{"4dF=-1", "4dF=-1"},
	{"4d6min2", "4d6min2"},
	{"4d6MAX5min 2", "4d6min2max5"},
	{"4к6мин2", "4d6min2"},
	{"4к6макс5", "4d6max5"},
	{"4dFmin0", "4dFmin0"},
	{"4dFmin-1", "4dFmin-1"},
	{"4dfatemax0", "4dfatemax0"},
	// dice
	{"d00", "d00"},
	{"2к00", "2d00"},
	{"d00+d10", "d00+d10"},
	{"d00k", "d00"},
	{"dF.1", "dF.1"},
	{"4df.1k2", "4dF.1k2"},
	{"4dF.2", "4dF"},
	{"4дФ", "4dF"},
	{"4кф.1", "4dF.1"},
	{"d{red,red,blue}", "d{red,red,blue}"},
	{"2D { red , Red,blue }+1", "2d{red,Red,blue}+1"},
	{"3d{1,1,2}!k2", "3d{1,1,2}!k2"},
	{"d{+,0,–}", "d{+,0,-}"},
	{"к{орёл,решка}", "d{орёл,решка}"},
	{"d{-5,10}r-1", "d{-5,10}r=-5-1"},
	// numbers in brackets, remainders, powers, functions, decimals
	{"(2+1)d6", "3d6"},
	{"(4-2)d10k1", "2d10k1"},
	{"(2)к6", "2d6"},
	{"3d(2*3)", "3d6"},
	{"d(100)", "d100"},
	{"(1+1)d(2*10)k", "2d20k1"},
	{"d(6)!+1", "d6!+1"},
	{"2d6%3", "2d6%3"},
	{"d%%3", "d100%3"},
	{"(d6-3)%4", "(d6-3)%4"},
	{"d6**2", "d6^2"},
	{"d6 ^ 2", "d6^2"},
	{"d4^d2^2", "d4^(d2^2)"},
	{"(d6+1)^2", "(d6+1)^2"},
	{"-d6^2", "-d6^2"},
	{"d6*2^3", "d6*2^3"},
	{"3d20^4", "3d20^4"},
	{"d6*-2", "d6*(-2)"},
	{"2d6--1", "2d6+1"},
	{"2d6+-1", "2d6-1"},
	{"2d6++1", "2d6+1"},
	{"--d6", "d6"},
	{"2d6×2", "2d6*2"},
	{"(d6+1)×3", "(d6+1)*3"},
	{"6x4d6", "6x4d6"},
	{"d6*1.5", "d6*1.5"},
	{"0.5*d6", "0.5*d6"},
	{"d6*1.50+2.0", "d6*1.5+2"},
	{"d6+0.25", "d6+0.25"},
	{"1.5+d6", "1.5+d6"},
	{"d6*0.0625", "d6*0.0625"},
	{"floor(d6/2)", "floor(d6/2)"},
	{"ROUND ( 2d6 / 3 )", "round(2d6/3)"},
	{"max(4d6, 2d10)", "max(4d6,2d10)"},
	{"мин(4д6, 2д10)+1", "min(4d6,2d10)+1"},
	{"макс(d6,d8)", "max(d6,d8)"},
	{"pow(d6,2)", "pow(d6,2)"},
	{"min(2xd6+1,9)", "min(2xd6+1,9)"},
	{"2*abs(2d6-7)", "2*abs(2d6-7)"},
	{"sqrt(d6)^2", "sqrt(d6)^2"},
	{"sign(d6-3)+sin(d6)+cos(d6)+tan(d6)+log(d6)+exp(d6)", "sign(d6-3)+sin(d6)+cos(d6)+tan(d6)+log(d6)+exp(d6)"},
	{"[[d6]]", "d6"},
	{"[[2d6+1]]*2", "(2d6+1)*2"},
	{"d1", "d1"},
	{"2d01+d6", "2d1+d6"},
	// dice that differ, even and odd
	{"4d20u", "4d20u"},
	{"4d20uo", "4d20uo"},
	{"4д20у", "4d20u"},
	{"4d6u=5", "4d6u5"},
	{"10d4u<=2", "10d4u<=2"},
	{"3d8uo>6k1", "3d8uo>6k1"},
	{"2dcolouru", "2dcolouru"},
	{"2dF kU", "2dFuk1"},
	{"df odd", "dFodd"},
	{"4dFoddfeven", "4dFoddfeven"},
	{"4dFcsodd", "4dFcsodd"},
	{"4dFrevenuokl", "4dFrevenuokl1"},
	{"3dfateuomin0", "3dfateuomin0"},
	{"2dF sa u", "2dFusa"},
	{"5d6even", "5d6even"},
	{"5d6 odd f even", "5d6oddfeven"},
	{"5d6чёт", "5d6even"},
	{"5d6нечет", "5d6odd"},
	{"5d6reven", "5d6reven"},
	{"5d6rodd!6", "5d6rodd!6"},
	{"5d6roeven", "5d6roeven"},
	{"d6!odd", "d6!odd"},
	{"d20cseven", "d20cseven"},
	// advantage
	{"adv", "2d20k1"},
	{"dis+5", "2d20kl1+5"},
	{"d20adv", "2d20k1"},
	{"1d20 ADV + 3", "2d20k1+3"},
	{"d20dis", "2d20kl1"},
	{"d20+5 adv", "2d20k1+5"},
	{"d20+5 dis", "2d20kl1+5"},
	{"d20+d4 dis", "2d20kl1+d4"},
	{"d4+d20 adv", "d4+2d20k1"},
	{"d20+d4adv", "d20+2d4k1"},
	{"2d6+d8 adv", "2d6+2d8k1"},
	{"d6 adv", "2d6k1"},
	{"dFadv", "2dFk1"},
	{"d20+d20 adv", "d20+2d20k1"},
	{"2x(d20+5 adv)", "2x2d20k1+5"},
	{"{d20+5 adv}>=15", "{2d20k1+5}>=15"},
	{"d(66)", "d66"},
	{"2xd(60+6)", "2xd66"},
	{"d1% --1", "d1%1"},
	{"2*--d6", "2*d6"},
	{"{4d1k*+1d20} ", "4d1k1*d20"},
	{"д20 преим", "2d20k1"},
	{"д20+5 помеха", "2d20kl1+5"},
	{"d20 disadvantage", "2d20kl1"},
	// comments
	{"d6 // a\nb", "d6"},
	{"4d6 # fire", "4d6"},
	{"4d6 /* ice 2d10 */ + 1", "4d6+1"},
	{"4d6 /* ice // 2 */ + 1 # 2d6", "4d6+1"},
	{"d6/2 // half", "d6/2"},
	{"d6/**/+1", "d6+1"},
	// brackets, products, groups
	{"(d6)", "d6"},
	{"((2d6)+3)", "2d6+3"},
	{"10-(d6+2)", "10-d6-2"},
	{"10-(d6-(2-d4))", "10-d6+2-d4"},
	{"-(2d6)", "-2d6"},
	{"d6*2", "d6*2"},
	{"2 * d6", "2*d6"},
	{"d6/2", "d6/2"},
	{"(2d6+3)*2", "(2d6+3)*2"},
	{"2d6*2+3", "2d6*2+3"},
	{"(2d6*2)+3", "2d6*2+3"},
	{"((2d6)*2)/3", "2d6*2/3"},
	{"2d6*(2/d4)", "2d6*(2/d4)"},
	{"-2*d6", "-2*d6"},
	{"2*(-d6)", "2*(-d6)"},
	{"d6-(d4*2)", "d6-d4*2"},
	{"(2к6+3)*2", "(2d6+3)*2"},
	{"(d6+1)[fire]*2", "(d6+1)[fire]*2"},
	{"(d6)[fire]*2", "d6[fire]*2"},
	{"10-(d6+1)[ice]", "10-(d6+1)[ice]"},
	{"{4d6,3d8}kh1", "{4d6,3d8}k1"},
	{"{4d6}", "4d6"},
	{"{4d6}k1", "{4d6}k1"},
	{"{4d6+3d8}dl2dh1", "{4d6+3d8}dl2dh1"},
	{"{4d10*(2+5d6)}k2", "{4d10*(2+5d6)}k2"},
	{"{3d20+5}>=21", "{3d20+5}>=21"},
	{"{3d20+5}>=21f<10", "{3d20+5}>=21f<10"},
	{"{4d6+4}s", "{4d6+4}sa"},
	{"{4d6,3d8}sd[x]", "{4d6,3d8}sd[x]"},
	{"{4d6,3d8}even", "{4d6,3d8}even"},
	{"{{d4,d6}k1+d8}k1", "{{d4,d6}k1+d8}k1"},
	{"{4d6,3d8}", "{4d6,3d8}"},
	{"{ 4к6 , 3к8+2 , 7 } d", "{4d6,3d8+2,7}k2"},
	{"{4d6,3d8}kl", "{4d6,3d8}kl1"},
	{"{2d6,2d8,2d10}>=10f<4", "{2d6,2d8,2d10}>=10f<4"},
	{"{d6,d8,d10}>=5k2[x]", "{d6,d8,d10}k2>=5[x]"},
	{"{4d6k3,3d8!}k1+2", "{4d6k3,3d8!}k1+2"},
	{"6x4d6k3", "6x4d6k3"},
	{"6х4к6к3", "6x4d6k3"},
	{"6X4d6k3", "6x4d6k3"},
	{"6×4d6k3", "6x4d6k3"},
	{"2xd6+3", "2xd6+3"},
	{"1xd6+3", "d6+3"},
	{"(2xd6)+3", "(2xd6)+3"},
	{"{6x4d6k3}k3", "{6x4d6k3}k3"},
	{"{2xd6,d8}k1", "{2xd6,d8}k1"},
	{"{{d4,d6}k1,d8}kl1", "{{d4,d6}k1,d8}kl1"},
	{"3xdcolour", "3xdcolour"},
	{"2x(3xd6)", "2x(3xd6)"},
	{"(2d6+3)/2 // half", "(2d6+3)/2"},
	// marks, order, labels, comments
	{"d20cs20cf1", "d20cs20cf1"},
	{"d20cf1cs>=19", "d20cs>=19cf1"},
	{"к20цс20цф1", "d20cs20cf1"},
	{"d20cs=20cs=1", "d20cs20cs1"},
	{"4d6s", "4d6sa"},
	{"4d6sa", "4d6sa"},
	{"4dFsa", "4dFsa"},
	{"4dFsd", "4dFsd"},
	{"4d6sdk3", "4d6k3sd"},
	{"4к6сд", "4d6sd"},
	{"2d6[fire]+d4[cold] ", "2d6[fire]+d4[cold]"},
	{"2d6 [ двойной   огонь ]", "2d6[двойной огонь]"},
	{"2d6[fire–ice]", "2d6[fire-ice]"},
	{"d6+2[magic]", "d6+2[magic]"},
	{"2dcolour[who]", "2dcolour[who]"},
	{"coin[who]", "coin[who]"},
	{"2d6 // to hit: 100% #1!", "2d6"},
	{"2d6// ", "2d6"},
}

func TestLaterNotationsAreReadInTheirShortestForm(t *testing.T) {
	for _, tt := range further {
		cup, err := dice.Parse(tt.notation, own(t))
		if err != nil || cup.String() != tt.want {
			t.Errorf("Parse(%q) = %q, %v, want %q", tt.notation, cup, err, tt.want)
			continue
		}
		again, err := dice.Parse(tt.want, own(t))
		if err != nil || again.String() != tt.want {
			t.Errorf("Parse(%q) = %q, %v", tt.want, again, err)
		}
	}
}

var furtherRefusals = []struct{ notation, want string }{
	{"2d6r1ro2", "rule.dice.reroll"},
	{"(-1)d1", "rule.dice.count"},
	{"(1-1)d6", "rule.dice.count"},
	{"(999999)d6", "rule.dice.constant"},
	{"(9999*9)d6", "rule.dice.count"},
	{"d(0)", "rule.dice.faces"},
	{"d(-6)", "rule.dice.faces"},
	{"d(1001)", "rule.dice.faces"},
	{"(d4)d6", "rule.dice.fixed"},
	{"3d(d6)", "rule.dice.fixed"},
	{"(1/0)d6", "rule.dice.zero"},
	{"1.d6", "rule.dice.decimals"},
	{"d6*1.00001", "rule.dice.decimals"},
	{"d6%(d6-1)", "rule.dice.zero"},
	{"sqrt(d6-2)", "rule.dice.undefined"},
	{"log(d6-1)", "rule.dice.undefined"},
	{"(d6-1)^(d6-2)", "rule.dice.undefined"},
	{"floor(d6,2)", "rule.dice.arguments"},
	{"pow(d6)", "rule.dice.arguments"},
	{"max()", "rule.dice.sign"},
	{"2d6uu", "rule.dice.sign"},
	{"2d6u!", "rule.dice.unique"},
	{"2d6uro", "rule.dice.unique"},
	{"2d6adv", "rule.dice.advantage"},
	{"[[d6]", "rule.dice.sign"},
	{"d6 /* open", "rule.dice.end"},
	{"2d6r<7", "rule.dice.endless.once"},
	{"2d6r<>9", "rule.dice.endless.once"},
	{"d6!<7", "rule.dice.endless"},
	{"d6r<5!>=5", "rule.dice.endless"},
	{"d2r1!", "rule.dice.endless"},
	{"2d6r<", "rule.dice.end"},
	{"2d6r<x", "rule.dice.sign"},
	{"2d6r>99999", "rule.dice.constant"},
	{"dcolourr1", "rule.dice.words"},
	{"d6!!!", "rule.dice.sign"},
	{"d6!pp", "rule.dice.sign"},
	{"2d6f1", "rule.dice.misses"},
	{"(d6", "rule.dice.end"},
	{"d6)", "rule.dice.sign"},
	{"()", "rule.dice.sign"},
	{"d6*", "rule.dice.end"},
	{"(d6)2", "rule.dice.plus"},
	{"(d6)k1", "rule.dice.sign"},
	{"((d6+1)[a])[b]", "rule.dice.sign"},
	{"(2d6[a])[b]", "rule.dice.sign"},
	{"d6/0", "rule.dice.zero"},
	{"d6/(d6-3)", "rule.dice.zero"},
	{"6/dF", "rule.dice.zero"},
	{"d1000*9999*9999", "rule.dice.large"},
	{"9999*9999*9999*d6", "rule.dice.large"},
	{"2*3", "rule.dice.none"},
	{"{4d6,3d8", "rule.dice.end"},
	{"{4d6,}", "rule.dice.sign"},
	{"{4d6,3d8}k3", "rule.dice.keep"},
	{"{4d6,3d8}!", "rule.dice.sign"},
	{"{4d6,3d8}r1", "rule.dice.sign"},
	{"{4d6,3d8}f1", "rule.dice.misses"},
	{"{4d6,dcolour}", "rule.dice.words"},
	{"dcolour*2", "rule.dice.words"},
	{"2*(3-dcolour)", "rule.dice.words"},
	{"0xd6", "rule.dice.times"},
	{"21xd6", "rule.dice.times"},
	{"2x3xd6", "rule.dice.sign"},
	{"20x(d6+1)", "rule.dice.terms"},
	{"20x51d6", "rule.dice.count"},
	{"3xcoin", "rule.dice.coin"},
	{"20x(20x(20x(20x(20x(20x(20x(20x(20x(20x(d6))))))))))", "rule.dice.terms"},
	{"((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((", "rule.dice.end"},
	{"d000", "rule.dice.faces"},
	{"dF.", "rule.dice.end"},
	{"dF.3", "rule.dice.sign"},
	{"dF.11", "rule.dice.plus"},
	{"d{", "rule.dice.end"},
	{"d{}", "rule.dice.own.faces"},
	{"d{a}", "rule.dice.own.faces"},
	{"d{a,}", "rule.dice.own.face"},
	{"d{1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3}", "rule.dice.own.faces"},
	{"d{1,1000}", "rule.dice.own.face"},
	{"d{1,01}", "rule.dice.own.face"},
	{"d{a,b:c}", "rule.dice.own.face"},
	{"d{a,\xff}", "rule.dice.own.face"},
	{"d{a,b}!", "rule.dice.words"},
	{"2d6>", "rule.dice.end"},
	{"2d6>=", "rule.dice.end"},
	{"2d6><3", "rule.dice.instead"},
	{"2d6>5.5", "rule.dice.sign"},
	{"2d6=7f", "rule.dice.end"},
	{"4d6min", "rule.dice.end"},
	{"4d6min2min3", "rule.dice.twice"},
	{"4d6mix2", "rule.dice.sign"},
	{"4d6c1", "rule.dice.sign"},
	{"4d6ss", "rule.dice.sign"},
	{"4d6[", "rule.dice.end"},
	{"4d6[]", "rule.dice.label"},
	{"4d6[ ]", "rule.dice.label"},
	{"4d6[a:b]", "rule.dice.label"},
	{"4d6[#word.heads]", "rule.dice.label"},
	{"4d6[\xff]", "rule.dice.label"},
	{"4d6[aaaaaaaaaaaaaaaaaaaaa]", "rule.dice.label"},
	{"4d6[a][b]", "rule.dice.sign"},
	{"[a]4d6", "rule.dice.sign"},
	{"d6+// more", "rule.dice.end"},
	{"// more", "rule.dice.end"},
	{"d6 // \xff", "rule.dice.sign"},
	{"dcolour>=1", "rule.dice.words"},
	{"dcolourmin1", "rule.dice.words"},
	{"dcolourcs1", "rule.dice.words"},
}

func TestALaterNotationIsRefusedByARule(t *testing.T) {
	for _, tt := range furtherRefusals {
		cup, err := dice.Parse(tt.notation, own(t))
		var illegal games.Illegal
		if !errors.As(err, &illegal) || illegal.Rule.Key != tt.want {
			t.Errorf("Parse(%q) = %q, %v, want %s", tt.notation, cup, err, tt.want)
		}
	}
}

// laterRolls are rolls by hand: what chance says, what lies, the total.
var laterRolls = []struct {
	notation, faces, shown string
	total                  int
}{
	{"2d6r1", "1 1 3 5", "(1) (1) 3 5", 8},
	{"2d6ro1", "1 1 3", "(1) 1 3", 4},
	{"2d6ro<3", "2 1 2 6", "(2) 1 (2) 6", 7},
	{"3d6r1k1", "1 4 2 1 6", "(1) (4) (2) (1) 6", 6},
	{"d6r1!", "6 1 6 3", "6* (1*) 6* 3", 15},
	{"2d6!>4", "5 6 1 2", "5* 6* 1 2", 14},
	{"d6!1", "1 1 6", "1* 1* 6", 8},
	{"d6!p", "6 6 3", "6* 6* 3", 13},
	{"2d6!!k1", "6 1 5", "6* 1 (5)", 7},
	{"d6!!p", "6 1", "6* 1", 6},
	{"(2+1)d6k1", "1 4 2", "(1) 4 (2)", 4},
	{"2d6%3", "4 4", "4 4", 2},
	{"(d6-5)%4", "2", "2", 1},
	{"(d6-5)%(0-4)", "2", "2", -3},
	{"2d6^2", "1 3", "1 3", 16},
	{"-d6^2", "3", "3", -9},
	{"2^d6", "5", "5", 32},
	{"d6^(0-1)", "1", "1", 1},
	{"d6^-1", "2", "2", 0},
	{"2d6--1", "1 3", "1 3", 5},
	{"d6*-2", "3", "3", -6},
	{"d6*1.5", "3", "3", 4},
	{"d6*1.5*2", "3", "3", 9},
	{"d6*1.5/2", "3", "3", 2},
	{"d6*0.29*100", "1", "1", 29},
	{"-d6*1.5", "1", "1", -1},
	{"d6+0.5+0.5", "1", "1", 2},
	{"floor(d6/2)", "3", "3", 1},
	{"ceil(d6/2)", "3", "3", 2},
	{"round(d6/2)", "3", "3", 2},
	{"round((0-d6)/2)", "3", "3", -1},
	{"round(d6/3*3)", "5", "5", 5},
	{"abs(2d6-7)", "1 3", "1 3", 3},
	{"sqrt(d6)", "4", "4", 2},
	{"sqrt(d6)*2", "3", "3", 2}, // the root is rounded down first
	{"floor(sqrt(d6)*2)", "3", "3", 3},
	{"pow(d6,2)", "3", "3", 9},
	{"pow(d6,0.5)", "4", "4", 2},
	{"min(2d4,d10)+1", "1 2 7", "1 2 7", 4},
	{"max(2d4,d10,5)", "1 2 4", "1 2 4", 5},
	{"sign(d6-3)", "2", "2", -1},
	{"10-max(d6,d8)", "2 8", "2 8", 2},
	{"3d20u", "7 7 7 3 7 3 9", "7 (7) (7) 3 (7) (3) 9", 19},
	{"4d3u", "1 1 3 3 2 3", "1 (1) 3 (3) 2 3", 9},
	{"3d20uo", "7 7 7 7 3", "7 (7) 7 (7) 3", 17},
	{"4d6u<3", "5 5 2 2 2 1", "5 5 2 (2) (2) 1", 13},
	{"4d6u6", "6 6 5 5 1", "6 (6) 5 5 1", 17},
	{"2d6u+2d6u", "1 2 2 1", "1 2 2 1", 6},
	{"5d6even", "2 4 1 6 3", "2 4 1 6 3", 3},
	{"5d6oddfeven", "2 4 1 6 3", "2 4 1 6 3", -1},
	{"2d6rodd", "1 3 2 4", "(1) (3) 2 4", 6},
	{"d20adv+2", "3 17", "(3) 17", 19},
	{"d20+5 dis", "3 17", "3 (17)", 8},
	{"2d1+d6", "1 1 5", "1 1 5", 7},
	{"{4d6+2d8}k2", "1 5 2 6 8 3", "(1) (5) (2) 6 8 (3)", 14},
	{"{3d6*(2+2d6)}k2", "4 1 6 2 5", "(4) (1) 6 (2) 5", 42},
	{"{2d6+2d8-2d10}d2", "3 1 7 4 2 9", "3 (1) 7 4 (2) 9", 5},
	{"{4d6k2+d8}k1", "1 5 2 6 8", "(1) (5) (2) (6) 8", 8},
	{"{3d20+5}>=21", "3 9 4", "3 9 4", 1},
	{"{3d20+5}>=21", "3 9 3", "3 9 3", 0},
	{"{3d10+5}>30f<15", "5 3 1", "5 3 1", -1},
	{"{3d20+5}k2>=21", "3 9 7", "(3) 9 7", 1},
	{"{2d6>=5+d8}k1", "5 6 8", "(5) (6) 8", 8},
	{"{4d6+4}s", "6 1 5 2", "6 1 5 2", 18},
	{"5d6dl1dh1", "3 6 1 3 6", "3 6 (1) 3 (6)", 12},
	{"4d6dl1dh2", "5 5 5 5", "5 (5) (5) (5)", 5},
	{"3d10k1dh1", "7 1 2", "(7) (1) (2)", 0},
	{"4d6>=5dl1dh1", "5 6 1 5", "5 (6) (1) 5", 2},
	{"{d4,d6,d8}dl1dh1", "4 1 5", "4 (1) (5)", 4},
	{"5d10>=8", "8 1 10 7 9", "8 1 10 7 9", 3},
	{"5d10>=8f1", "8 1 10 1 1", "8 1 10 1 1", -1},
	{"5d10>=8k2", "8 1 10 1 9", "(8) (1) 10 (1) 9", 2},
	{"2d10>=8!", "10 9 1", "10* 9 1", 2},
	{"d6=7!!", "6 1", "6* 1", 1},
	{"d6>=12!!", "6 6 1", "6* 6* 1", 1},
	{"3d6>=4r1", "1 4 3 5", "(1) 4 3 5", 2},
	{"10-5d10>=8", "8 1 10 7 9", "8 1 10 7 9", 7},
	{"4d6min2max5", "1 6 3 2", "1 6 3 2", 12},
	{"3d6min2k1", "1 1 1", "1 (1) (1)", 2},
	{"4d6sd", "1 6 3 2", "1 6 3 2", 12}, // in the order they were rolled
	{"d20cs20cf1+2[x]", "20", "20", 22},
	{"10-(d6+2)", "5", "5", 3},
	{"(2d6+3)*2", "1 4", "1 4", 16},
	{"2d6/2", "1 4", "1 4", 2},
	{"-2d6/2", "1 4", "1 4", -2}, // minus what is rounded
	{"(d4-d6)/2", "1 4", "1 4", -2},
	{"2d6*2/3", "1 3", "1 3", 2},
	{"2d6*(2/d4)", "1 3 3", "1 3 3", 0},
	{"{2d6,d8}k1", "1 3 4", "1 3 (4)", 4},
	{"{2d6,d8}kl", "1 3 5", "1 3 (5)", 4},
	{"{2d6k1,d8,3}d", "1 4 5", "(1) 4 5", 9},
	{"{2d6,2d8,2d10}>=10f<4", "6 5 1 2 8 8", "6 5 1 2 8 8", 1},
	{"3x2d6k1+1", "1 4 5 2 6 6", "(1) 4 5 (2) 6 (6)", 18},
	{"{3x2d6}k2", "1 4 5 2 6 6", "(1) (4) 5 2 6 6", 19},
	{"10-{d6!,d8}k1*2", "6 1 8", "(6*) (1) 8", -6},
	{"d00+d10", "00 10", "00 10", 10},
	{"d00+d10", "90 10", "90 10", 100},
	{"2dF.1", "-1 0", "-1 0", -1},
	{"3d{red,red,blue}", "red blue red", "red blue red", 0},
	{"2d{1,1,2}!+3", "2 1 1", "2* 1 1", 7},
	{"2d{+,0,-}", "+ -", "+ -", 0},
}

func TestLaterNotationsCountWhatTheySay(t *testing.T) {
	for _, tt := range laterRolls {
		s := roll(t, tt.notation)
		for face := range strings.FieldsSeq(tt.faces) {
			s = gamestest.After(t, s, games.Decision(s.Legal()[0].Says.Word(0)+" "+face))
		}
		if s.Turn() != 1 {
			t.Errorf("%s: %s isn't all of it:\n%s", tt.notation, tt.faces, s)
			continue
		}
		r := s.(dice.State).Results()[0]
		if got := shown(r); got != tt.shown || r.Total != tt.total {
			t.Errorf("%s: %s counts as %s = %d, want %s = %d", tt.notation, tt.faces, got, r.Total, tt.shown, tt.total)
		}
		if again, err := (dice.Rules{}).Parse(setup, s.String()); err != nil || again.String() != s.String() {
			t.Errorf("%s: %v isn't read again: %v", tt.notation, s, err)
		}
	}
}

// composed draws what is more than a sum of terms.
func composed(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
			return rapid.SampledFrom([]string{"d3", "d2", "2d2", "2d3k1", "d4r1", "d2>=2", "2d3u", "2d3uo", "3d2u", "3d3u2k1", "3", "2"}).Draw(t, "term")
		}
		part := composed(depth - 1)
		a, b := part.Draw(t, "a"), part.Draw(t, "b")
		switch rapid.IntRange(0, 11).Draw(t, "operation") {
		case 4:
			return a + "%(" + b + "+" + part.Draw(t, "c") + ")"
		case 5:
			return "(" + a + ")^" + rapid.SampledFrom([]string{"2", "0", "3", "d2"}).Draw(t, "power")
		case 6:
			name := rapid.SampledFrom([]string{"floor", "ceil", "round", "abs", "sign", "sqrt"}).Draw(t, "function")
			return name + "((" + a + ")/(1+" + b + "))"
		case 7:
			return rapid.SampledFrom([]string{"min", "max", "pow"}).Draw(t, "function") + "(" + a + "," + b + ")"
		case 8:
			return "(" + a + ")*" + rapid.SampledFrom([]string{"1.5", "0.5", "0.25/2"}).Draw(t, "decimal") + "+0.5"
		case 9:
			return "{" + a + "+" + b + "}" + rapid.SampledFrom([]string{"k1", "kl1", "d1", ">=3", "k2>3", "s"}).Draw(t, "pool")

		case 0:
			return "(" + a + "-" + b + ")"
		case 1:
			return "(" + a + "+" + b + ")*" + part.Draw(t, "c")
		case 2:
			return a + "/(" + b + "+" + part.Draw(t, "c") + ")"
		case 3:
			return "(" + rapid.SampledFrom([]string{"2", "3"}).Draw(t, "times") + "x" + a + ")"
		}
		pick := rapid.SampledFrom([]string{"", "k1", "kl1", "k2", "kl2", ">2", ">=2f1k2", "dh", "ddh", ">1ddh"}).Draw(t, "pick")
		return "{" + a + "," + b + "," + part.Draw(t, "c") + "}" + pick
	})
}

func TestOddsOfTreesAreThoseOfEveryWayTheDiceCanFall(t *testing.T) {
	const precision, most, depth = 1e-9, 6, 8
	rapid.Check(t, func(t *rapid.T) {
		notation := composed(2).Draw(t, "notation")
		cup, err := dice.Parse(notation, nil)
		if err != nil || cup.Dice() > most {
			t.Skip()
		}
		odds, ok := cup.Odds()
		if least, most := cup.Range(); !ok && most-least > 1<<20 {
			t.Skip()
		}
		if !ok {
			t.Fatalf("%s has no odds", notation)
		}
		if least, most, ok := cup.Extremes(); ok && (odds.Least < least || odds.Least+len(odds.Of)-1 > most) {
			t.Fatalf("%s: odds of %d..%d, the extremes are %d..%d", notation, odds.Least, odds.Least+len(odds.Of)-1, least, most)
		}
		compare(t, cup, odds, depth, precision)
	})
}

// modified draws a term of few dice of few faces with modifiers.
var modified = rapid.Custom(func(t *rapid.T) string {
	n, faces := rapid.IntRange(1, 3).Draw(t, "dice"), rapid.SampledFrom([]string{"2", "3", "4", "F"}).Draw(t, "die")
	text := fmt.Sprintf("%dd%s", n, faces)
	for _, one := range []string{">", "r", "u", "!", "k", "m"} {
		with := rapid.SampledFrom(modifiers[one]).Draw(t, one)
		text += with
	}
	return text
})

// modifiers are what may stand behind dice; nothing is more likely than any one of them.
var modifiers = map[string][]string{
	"r": {"", "", "r1", "ro1", "ro<3", "rodd", "r!=2", "r>2", "r0r1", "ro>=2"},
	"u": {"", "", "", "", "u", "uo", "u2", "uo>1", "ueven"},
	"!": {"", "", "!", "!!", "!p", "!1", "!>1", "!!p>=3", "!<>2"},
	"k": {"", "", "k1", "kl1", "d", "dh", "ddh", "k2kl2"},
	"m": {"", "", "", "min2", "max2", "max0", "min2max3", "cs1", "s"},
	">": {"", "", "", ">=3", ">1f1", "even", "oddf2", "=2f<2", "<>1f<>3"},
}

// The odds are worked out another way: each way the dice can fall, as far as chains of so
// many dice go.
func TestOddsOfModifiersAreThoseOfEveryWayTheDiceCanFall(t *testing.T) {
	const depth, precision = 6, 1e-9
	rapid.Check(t, func(t *rapid.T) {
		notation := modified.Draw(t, "notation")
		cup, err := dice.Parse(notation, nil)
		if err != nil {
			t.Skip() // endless, or nothing left to count
		}
		odds, ok := cup.Odds()
		if !ok {
			t.Skip()
		}
		compare(t, cup, odds, depth, precision)
		if sum := odds.AtLeast(odds.Least); math.Abs(sum-1) > precision+odds.Beyond {
			t.Fatalf("%s: the odds add up to %.12f, beyond %g", notation, sum, odds.Beyond)
		}
	})
}

// Dice whose every face is the highest are rolled on to the limit in old records.
func TestADieOfOneFaceExplodesToTheLimit(t *testing.T) {
	dies, err := dice.ParseDice("one=1,1")
	if err != nil {
		t.Fatal(err)
	}
	for _, notation := range []string{"done!", "2done!k1"} {
		if cup, err := dice.Parse(notation, dies); err == nil {
			t.Errorf("%s isn't refused", cup)
		}
		cup, err := dice.ParseOf(2, notation, dies)
		if err != nil {
			t.Fatal(err)
		}
		if odds, _ := cup.Odds(); odds.Beyond != 1 {
			t.Errorf("%s: beyond %g, want 1", notation, odds.Beyond)
		}
		if r := cup.Roll(func(uint64) uint64 { return 0 }); len(r.Faces) != cup.Dice()+dice.MostBursts {
			t.Errorf("%s: %d faces", notation, len(r.Faces))
		}
	}
}

// Face by face the table comes to what the fast roll does, and can be put down as text and
// taken up again at any time.
func TestTheTableAndTheFastRollAgreeOnLaterNotations(t *testing.T) {
	all := rapid.OneOf(modified, composed(2))
	rapid.Check(t, func(t *rapid.T) {
		cup, err := dice.Parse(all.Draw(t, "notation"), nil)
		if err != nil {
			t.Skip()
		}
		seed := rapid.Uint64().Draw(t, "seed")
		fast := cup.Roll(rand.New(rand.NewPCG(seed, 0)).Uint64N)
		s, err := dice.Rules{}.New(setup)
		if err == nil {
			s, err = s.Apply(dice.Rules{}.Roll(cup.String()))
		}
		for _, f := range fast.Faces {
			if err == nil {
				s, err = s.Apply(games.Decision(f.Die.String() + " " + f.Name))
			}
			if err == nil {
				s, err = dice.Rules{}.Parse(setup, s.String())
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		slow := s.(dice.State).Results()
		if len(slow) != 1 || shown(slow[0]) != shown(fast) || slow[0].Total != fast.Total || !slices.Equal(slow[0].Parts, fast.Parts) {
			t.Fatalf("%s: the table comes to %v, the fast roll to %v", cup, slow, fast)
		}
		if least, most := cup.Range(); fast.Total < least || fast.Total > most {
			t.Fatalf("%s comes to %d, out of %d..%d", cup, fast.Total, least, most)
		}
	})
}

// compare fails t where the odds of a cup are others than those of every way the dice can
// fall, as far as chains of so many dice go.
func compare(t *rapid.T, cup dice.Cup, odds dice.Odds, depth int, precision float64) {
	want, followed := enumerate(cup, depth), 0.0
	for _, p := range want {
		followed += p
	}
	for i := range odds.Of {
		want[odds.Least+i] += 0
	}
	for total, p := range want {
		if got := odds.At(total); got < p-precision || got > p+1-followed+precision {
			t.Fatalf("%s = %d: got %.12f, want %.12f or up to %g more", cup, total, got, p, 1-followed)
		}
	}
}
