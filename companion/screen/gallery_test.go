package screen

import (
	"fmt"
	"strings"

	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/games"
)

// row is a view of the gallery, under the name of its picture in testdata.
type row struct {
	name string
	view panel.View
}

// turn is the screen most of an evening is spent with.
func turn() panel.View {
	return panel.View{
		Kind: panel.KindTurn, Game: "test", Title: "Александра", Aside: "8:42",
		Strip: strip(
			panel.Tally{Glyph: "red", N: 6}, panel.Tally{Glyph: "green", N: 12, Mark: games.MarkLast}, panel.Tally{Glyph: "mouse", N: 3},
			panel.Tally{Glyph: "boat", N: 0}, panel.Tally{Glyph: "hare", N: 30},
		),
		Rows: under(0, list("Бросить ещё", "Остановиться")), All: 2,
		Lamps: seat(2, 4),
	}
}

// group is a part of the gallery: one file of pictures as text, one contact sheet.
type group struct {
	name string
	rows []row
}

func gallery() []group {
	return []group{
		{"lists", listRows()},
		{"home", homeRows()},
		{"turns", turnRows()},
		{"big", bigRows()},
		{"dice", diceRows()},
		{"everywhere", everywhereRows()},
		{"entry", entryRows()},
		{"seal", sealRows()},
		{"code", codeRows()},
		{"board", boardRows()},
		{"steps", stepRows()},
		{"topics", topicRows()},
		{"moments", momentRows()},
		{"moments-risk", framesOf(games.Bust, games.Catch, games.Steal, games.High, games.Low)},
		{"moments-boats", framesOf(games.Appear, games.Gain, games.Land, games.Carry, games.Pull, games.Whirl, games.Sink)},
		{"moments-cards", framesOf(games.Trick, games.Revoke, games.Round, games.Lead, games.Target, games.Last)},
		{"moments-maze", framesOf(games.Home, games.Stuck, games.Blocked)},
		{"moments-end", framesOf(games.First, games.Win, games.Defeat)},
		{"lamps", lampRows()},
	}
}

// galleryRows are the rows of all groups.
func galleryRows() (all []row) {
	for _, g := range gallery() {
		all = append(all, g.rows...)
	}
	return all
}

// settings are rows with a value each.
func settings() panel.View {
	return panel.View{
		Kind: panel.KindMenu, Title: "Настройки",
		Rows: under(1, table("Язык", "Русский", "Яркость", "полная", "Анимация", "да", "Звук", "нет")), All: 9,
	}
}

// listRows are menus, texts and questions.
func listRows() []row {
	edited := settings()
	edited.Rows = editing(1, table("Язык", "Русский", "Яркость", "средняя", "Анимация", "да", "Звук", "нет"))
	end := settings()
	end.First, end.Rows = 5, under(3, table("Печать до партии", "нет", "Игроки", "", "Проверить кубики", "", "О приборе", ""))
	return []row{
		{"menu", settings()},
		{"menu-dimmed", dimmed(settings())},
		{"menu-editing", edited},
		{"menu-editing-dimmed", dimmed(edited)},
		{"menu-at-its-end", end},
		{"menu-without-scrollbar", panel.View{
			Kind: panel.KindMenu, Title: "Table companion",
			Rows: under(1, list("Resume", "Games", "Dice", "Scoreboard")), All: 4,
		}},
		{"menu-of-two", panel.View{Kind: panel.KindMenu, Title: "Язык · Language", Rows: under(0, list("Русский", "English")), All: 2}},
		{"menu-without-title", panel.View{Kind: panel.KindMenu, Rows: under(0, list("Русский", "English")), All: 2}},
		{"menu-of-hundreds", panel.View{
			Kind: panel.KindMenu, Title: "Кто играет?",
			Rows: under(2, table("Александра", "1", "Ёжик", "2", "Константин", "", "Щепкина-К.", "")), First: 120, All: 400,
		}},
		{"menu-nineteen-letters", panel.View{
			Kind: panel.KindMenu, Title: "Двадцать одна буква а",
			Rows: under(0, list("Ровно девятнадцать!", "Ровно девятнадцать!", "Ровно девятнадцать!", "Ровно девятнадцать!")), All: 5,
		}},
		{"menu-strip", panel.View{
			Kind: panel.KindMenu, Title: "В центре 12 мышей",
			Strip: strip(panel.Tally{Glyph: "Аа", N: 121, Seat: 1}, panel.Tally{Glyph: "Б", N: 9, Seat: 2}, panel.Tally{Glyph: "Ая", N: -7, Seat: 3}),
			Rows:  under(0, list("Правило", "Что на столе")), All: 12,
		}},
		{"text", panel.View{
			Kind: panel.KindText, Title: "Счёт", Aside: "круг 4",
			Rows: quietTable("Александра", "21", "Боря", "−3", "Щука", "107", "Ия", "8"), All: 4,
		}},
		{"menu-players", panel.View{
			Kind: panel.KindMenu, Title: "Игроки",
			Rows: withPictures(under(1, table("Аня", "", "Боря", "= Борис", "Вера", "", "Магомедрасулович", "")), "hare", "owl", "", "fox"), All: 9,
		}},
		{"menu-players-end", panel.View{
			Kind: panel.KindMenu, Title: "Лови мышей!",
			Rows: withPictures(under(3, table("1", "Аня", "2", "Боря", "3", "Магомедрасулович", "4", "Вера")), "crown", "mouse", "cat", "bear"), All: 9,
		}},
		{"text-players", panel.View{
			Kind: panel.KindText, Title: "Счёт", Aside: "круг 4",
			Rows: withPictures(quietTable("Александра", "21", "Боря", "−3", "Магомедрасулович", "107", "Ия", "8"), "star", "moon", "fish", ""), All: 4,
		}},
		{"text-scrolled", panel.View{
			Kind: panel.KindText, Title: "Что было", Aside: "14",
			Rows:  quiet("Аня: бросок", "Кубики: крас., белый", "Аня: взяла красную,", "двадцать букв ровно!", "Боря: конец хода"),
			First: 3, All: 14,
		}},
		{"confirm", panel.View{
			Kind: panel.KindConfirm, Title: "Закончить партию?",
			Prompt: prompts("Партия останется в", "истории."), Rows: under(0, list("Нет", "Да")), All: 2,
		}},
		{"confirm-three-prompts", panel.View{
			Kind: panel.KindConfirm, Title: "Отмена",
			Prompt: prompts("Исход уже видели, и", "всё, что было после,", "пропадёт. Отменить?"), Rows: under(1, list("Да")), All: 2,
		}},
	}
}

// homeRows are lists with a picture before each row.
func homeRows() []row {
	home := panel.View{
		Kind: panel.KindHome, Game: "test",
		Rows: icons(1, "go", "Продолжить: Лови", "game/test", "Лови мышей!", "game/other", "Игра без обложки"), All: 9,
	}
	end := home
	end.First, end.Rows = 6, icons(2, "open", "Другие партии", "more", "Ещё", "dice", "Бросить 2d6")
	few := panel.View{Kind: panel.KindHome, Rows: icons(0, "more", "Ещё", "dice", "Бросить монету"), All: 2}
	return []row{
		{"home", home},
		{"home-dimmed", dimmed(home)},
		{"home-end", end},
		{"home-few", few},
		{"hare", panel.View{Kind: panel.KindHare, Picture: "hare/1", Left: 37, Top: 17}},
		{"hare-looks", panel.View{Kind: panel.KindHare, Picture: "hare/3", Left: 94, Top: 30}},
		{"home-notice", noticed(panel.View{Kind: panel.KindHome, Rows: icons(0, "more", "Ещё", "dice", "Бросить монету"), All: 9})},
	}
}

// turnRows are whose turn it is and what has happened.
func turnRows() []row {
	eight := turn()
	for i, letter := range []string{"А", "Б", "Ва", "Вя", "Г", "Д", "Е", "Ж"} {
		eight.Strip[i] = panel.Tally{Glyph: letter, N: int16(121 * (i - 2)), Seat: int8(i + 1)}
	}
	twelve := turn()
	for i, letters := range []string{"Ая", "Б", "Ва", "Вя", "Г", "Д", "Е", "Ж", "З", "Ир", "Ия", "К"} {
		twelve.Strip[i] = panel.Tally{Glyph: letters, N: int16(21 - 3*i), Seat: int8(i + 1)}
	}
	twelve.Lamps = seat(12, 12)
	far := twelve
	for i := range far.Strip {
		far.Strip[i].N *= 11
	}
	full := turn()
	for i := range full.Strip[:5] {
		full.Strip[i].N = 21
	}
	long := turn()
	long.Aside, long.All = "10:05", 5
	few := turn()
	few.Strip = strip(panel.Tally{Glyph: "red", N: 121}, panel.Tally{Glyph: "green", N: -12})
	whose := turn()
	whose.Strip = strip(panel.Tally{Glyph: "green", N: 3, Seat: 1}, panel.Tally{Glyph: "green", N: 12, Seat: 2}, panel.Tally{Glyph: "boat", N: 7})
	letters := turn()
	letters.Strip = strip(
		panel.Tally{Glyph: "А", N: 112, Seat: 1}, panel.Tally{Glyph: "Б", N: -20, Seat: 2}, panel.Tally{Glyph: "В", N: 7, Seat: 3},
		panel.Tally{Glyph: "Г", N: 0, Seat: 4}, panel.Tally{Glyph: "Д", N: 45, Seat: 5},
	)
	stake := turn()
	stake.Strip = strip(panel.Tally{Glyph: "red", Letter: "К", N: 1}, panel.Tally{Glyph: "green", Letter: "З", N: 2}, panel.Tally{Glyph: "boat", Letter: "Ж", N: 12})
	stake.Totals = [panel.MostTotals]panel.Tally{{Glyph: "Ая", N: 21, Seat: 1, Leads: true}, {Glyph: "Б", N: 9, Seat: 2}, {Glyph: "Аа", N: -7, Seat: 3}, {Glyph: "В", Seat: 4}}
	crowded := stake
	crowded.Strip[3], crowded.Strip[4] = panel.Tally{Glyph: "red", N: 21}, panel.Tally{Glyph: "green", N: 21}
	asked := stake
	asked.Prompt = prompts("Что на кубиках?")
	player := turn()
	player.Title, player.Emblem, player.Lamps.Emblem, player.Lamps.Colours[1] = "Аня", "owl", "owl", 6
	return []row{
		{"turn", turn()},
		{"turn-dimmed", dimmed(turn())},
		{"turn-scrolled-strip-clock", long},
		{"turn-strip-of-two", few},
		{"turn-strip-full", full},
		{"turn-strip-of-eight", eight},
		{"turn-strip-of-twelve", twelve},
		{"turn-strip-of-twelve-far-apart", far},
		{"turn-strip-of-seats", whose},
		{"turn-strip-of-letters", letters},
		{"turn-prompt", panel.View{
			Kind: panel.KindTurn, Title: "Боря", Aside: "круг 12", Prompt: prompts("Что выловить?"),
			Rows: under(1, list("Красную", "Красную и зелёную")), All: 2, Lamps: faces("red", "green"), Game: "test",
		}},
		{"turn-prompt-in-two-lines", panel.View{
			Kind: panel.KindTurn, Title: "Стол", Aside: "8:42", Prompt: prompts("Какая карточка легла", "на место а3?"),
			Rows: under(0, list("Бревно…", "Водоворот")), First: 1, All: 9, Lamps: seat(1, 2),
		}},
		{"turn-aside-in-two-lines", panel.View{
			Kind: panel.KindTurn, Title: "Щелкунчик", Aside: "■ 10:05",
			Prompt: prompts("Тяните карту"), Rows: under(0, list("Взял", "Нечего брать")), All: 2, Lamps: seat(1, 2),
		}},
		{"turn-english", panel.View{
			Kind: panel.KindTurn, Title: "Maximilian", Aside: "2/4", Prompt: prompts("Choose a card"),
			Rows: under(0, list("Log", "Whirlpool")), All: 2, Lamps: seat(3, 3),
		}},
		{"turn-notice", noticed(turn())},
		{"message", panel.View{
			Kind: panel.KindMessage, Title: "Готово", Rows: quiet("Партия сохранена:", "броски можно", "проверить."), All: 3,
			Lamps: panel.Lamps{Alarm: "hare"}, Game: "test",
		}},
		{"message-long-title", panel.View{
			Kind: panel.KindMessage, Title: "Память нечитаема",
			Rows: quiet("Прежние записи не", "читаются. Они", "отложены в файл", "companion.db.2026,", "вечер начат заново."), First: 0, All: 7,
		}},
		{"turn-stake", stake},
		{"turn-stake-dimmed", dimmed(stake)},
		{"turn-stake-without-room-for-scores", crowded},
		{"turn-stake-asked", asked},
		{"turn-player", player},
	}
}

// bigRows are numbers and words across the panel.
func bigRows() []row {
	dial := panel.View{Kind: panel.KindBig, Title: "Александра: очки", Big: "14", Turns: true}
	scored := dial
	scored.Strip = strip(panel.Tally{Glyph: "А", N: 112, Seat: 1}, panel.Tally{Glyph: "Б", N: -20, Seat: 2})
	whose := scored
	whose.Who, whose.What, whose.Aside = "Александра", "очки", "8:42"
	category := whose
	category.Title, category.Who, category.What, category.Big = "Боря: Очки взятки", "Боря", "Очки взятки", "−999"
	eight := whose
	eight.Strip = turnRows()[5].view.Strip
	twelve := whose
	twelve.Strip = turnRows()[6].view.Strip
	alone := whose
	alone.Title, alone.Who, alone.What, alone.Strip = "Боря", "Боря", "", strip()
	minus := scored
	minus.Big, minus.Prompt = "−120", prompts("и ещё одна строка")
	tabs := [2]string{"назад", "ещё раз"}
	return []row{
		{"dial", dial},
		{"dial-scores", scored},
		{"dial-whose", whose},
		{"dial-whose-category", category},
		{"dial-whose-dimmed", dimmed(drifted(whose, 1))},
		{"dial-whose-alone", alone},
		{"dial-whose-eight", eight},
		{"dial-whose-twelve", twelve},
		{"dial-whose-notice", noticed(whose)},
		{"dial-minus", minus},
		{"dial-notice", noticed(scored)},
		{"big-two-lines-of-text", panel.View{Kind: panel.KindBig, Title: "Было −15", Big: "-12", Prompt: prompts("стало −12")}},
		{"big-tabs", panel.View{Kind: panel.KindBig, Title: "d100", Big: "100", Tabs: tabs, Lamps: faces("100")}},
		{"big-tabs-dimmed", dimmed(panel.View{Kind: panel.KindBig, Title: "d100", Big: "100", Tabs: tabs, Lamps: faces("100")})},
		{"big-alone", panel.View{Kind: panel.KindBig, Big: "42", Lamps: faces("42")}},
		{"big-code", panel.View{Kind: panel.KindBig, Title: "Код, играть", Prompt: prompts("192.168.100.100:8090"), Big: "630842"}},
		{"big-clock", panel.View{Kind: panel.KindBig, Big: "12:45", Lamps: panel.Lamps{Count: 765, Of: 900}}},
		{"big-word", panel.View{Kind: panel.KindBig, Title: "Монета", Big: "Орёл", Tabs: tabs, Lamps: faces("Орёл")}},
		{"big-long-word", panel.View{Kind: panel.KindBig, Title: "Погода", Big: "солнечно", Tabs: tabs, Lamps: faces("солнечно")}},
		{"big-sentence", panel.View{Kind: panel.KindBig, Title: "Монеты", Big: "3 орла, 2 решки", Tabs: tabs}},
		{"big-rolling", panel.View{Kind: panel.KindBig, Title: "Бросаем…", Big: "…", Lamps: panel.Lamps{Rolling: 1}}},
		{"big-rolling-2", panel.View{Kind: panel.KindBig, Title: "Бросаем…", Big: "…", Lamps: panel.Lamps{Rolling: 2}}},
	}
}

// rolled is what a roll came to: the dice, and their sum.
func rolled(cup, total, kind string, faces ...string) panel.View {
	v := panel.View{
		Kind: panel.KindBig, Game: "test", Title: cup, Big: total, Tabs: [2]string{"назад", "ещё раз"},
		W: uint8(len(faces)), H: 1, Cells: dice(kind, faces...),
	}
	copy(v.Lamps.Faces[:], faces)
	return v
}

// diceRows are rolls of few and of many dice.
func diceRows() []row {
	struck := rolled("3d6k2 = 9", "9", "d6", "4", "1", "5")
	struck.Cells[1].Mark = games.MarkStuck
	mixed := rolled("1d20−1d6 = 11", "11", "d20", "17", "6")
	mixed.Cells[1].Name, mixed.Cells[1].Tag = "d6", "−"
	burst := rolled("6d6! = 27", "27", "d6", "6", "5", "6", "2", "6", "2")
	burst.Cells[1].Tag, burst.Cells[3].Tag, burst.Cells[5].Tag = "!", "!", "!"
	burst.Cells[3].Mark = games.MarkStuck
	return []row{
		{"dice-1", rolled("d6 = 5", "5", "d6", "5")},
		{"dice-1-d20", rolled("d20 = 20", "20", "d20", "20")},
		{"dice-2", rolled("2d6 = 9", "9", "d6", "6", "3")},
		{"dice-2-mixed", mixed},
		{"dice-3", rolled("3d6 = 15", "15", "d6", "6", "4", "5")},
		{"dice-3-struck", struck},
		{"dice-3-total-of-three-digits", rolled("3d100 = 217", "217", "d100", "100", "17", "100")},
		{"dice-5", rolled("5d6 = 21", "21", "d6", "1", "2", "6", "6", "6")},
		{"dice-6-burst", burst},
		{"dice-8", rolled("8d20 = 100", "100", "d20", "1", "2", "20", "6", "6", "19", "15", "11")},
		{"dice-16", rolled("16d6 = 61", "61", "d6", "1", "2", "6", "6", "6", "4", "5", "3", "1", "2", "6", "6", "6", "4", "5", "3")},
		{"coin", rolled("Монета", "Орёл", "coin", "hare")},
		{"coins", rolled("3 монеты", "2 орла, 1 решка", "coin", "hare", "mouse", "hare")},
		{"dice-colours", rolled("2 цветных", "red green", "dcolour", "red", "green")},
		{"dice-dimmed", dimmed(rolled("2d6 = 9", "9", "d6", "6", "3"))},
		{"dice-notice", noticed(rolled("16d6 = 61", "61", "d6", "1", "2", "6", "6", "6", "4", "5", "3", "1", "2", "6", "6", "6", "4", "5", "3"))},
	}
}

// everywhereRows are what can happen to any screen.
func everywhereRows() []row {
	return []row{
		{"dark", panel.View{Kind: panel.KindDark, Title: "не видно", Lamps: seat(1, 2)}},
		{"dim", panel.View{Kind: panel.KindMenu, Title: "Тускло", Light: panel.Dim, Rows: under(0, list("Продолжить"))}},
		{"off", panel.View{Kind: panel.KindMenu, Title: "не видно", Light: panel.Off, Lamps: seat(1, 2)}},
		{"shifted", shifted(turn())},
		{"drifted", drifted(turn(), 2)},
		{"drifted-list", drifted(settings(), 5)},
		{"blink", blinked(turn())},
		{"unsaved", unsaved(turn())},
		{"unsaved-menu", unsaved(panel.View{
			Kind: panel.KindMenu, Title: "Настройки партии", Aside: "1/2", Rows: under(0, list("Начать", "Игроков")),
		})},
		{"unsaved-home", unsaved(homeRows()[0].view)},
		{"notice-menu", noticed(settings())},
		{"notice-text", noticed(panel.View{Kind: panel.KindText, Title: "Счёт", Rows: quietTable("Александра", "21", "Боря", "−3", "Щука", "107"), All: 8})},
		{"cut", panel.View{Kind: panel.KindMenu, Title: "Слишком длинный заголовок", Rows: under(0, table("Слишком длинная строка", "100"))}},
		{"letters-of-europe", panel.View{
			Kind: panel.KindMenu, Title: "Zoë Łukasz Ґава Їжак",
			Rows: under(0, list("Ñandú Çağla Åse", "Şirin Žofie Đorđe", "Љубица Ћирић", "日本 has no picture")),
		}},
	}
}

// entryRows are the screens on which something is put together.
func entryRows() []row {
	tabs := [2]string{"стереть", "взять"}
	return []row{
		{"entry", panel.View{Kind: panel.KindEntry, Title: "Имя, место 2", Entry: "Алекс", Wheel: [5]string{"в", "б", "а", "я", "ю"}, Tabs: tabs}},
		{"entry-dimmed", dimmed(panel.View{Kind: panel.KindEntry, Title: "Имя, место 2", Entry: "Алекс", Wheel: [5]string{"в", "б", "а", "я", "ю"}, Tabs: tabs})},
		{"entry-empty", panel.View{Kind: panel.KindEntry, Title: "Name, seat 1", Aside: "0/10", Wheel: [5]string{"Y", "Z", "A", "B", "C"}, Tabs: [2]string{"back", "take"}}},
		{"entry-full", panel.View{Kind: panel.KindEntry, Title: "Имя, место 3", Entry: "Александра", Wheel: [5]string{"я", "␣", "✓", "»", "а"}, Tabs: tabs}},
		{"entry-words-beside", panel.View{Kind: panel.KindEntry, Title: "Имя, место 3", Entry: "Ян", Wheel: [5]string{"⌫", "готово", "А", "Б", "В"}, Tabs: tabs}},
		{"entry-prompt", panel.View{Kind: panel.KindEntry, Title: "Имя, место 2", Prompt: prompts("Такое имя уже есть"), Entry: "Аня", Wheel: [5]string{"Ы", "Ь", "Й", "Щ", "Ф"}, Tabs: tabs}},
		{"entry-long", panel.View{Kind: panel.KindEntry, Title: "Кубики", Entry: "2d6+1d4-1+3d10k2+4dF", Wheel: [5]string{"7", "8", "9", "d", "k"}, Tabs: tabs}},
		{"entry-notice", noticed(panel.View{Kind: panel.KindEntry, Title: "Имя, место 2", Entry: "Алекс", Wheel: [5]string{"в", "б", "а", "я", "ю"}, Tabs: tabs})},
	}
}

// sealRows are the seal in both its forms.
func sealRows() []row {
	const seal = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
	code := panel.View{Kind: panel.KindSeal, Title: "Печать", Seal: seal, QR: true, Tabs: [2]string{"назад", "цифры"}}
	far := code
	far.Drift = 1
	return []row{
		{"seal", panel.View{Kind: panel.KindSeal, Title: "Печать", Seal: seal, Tabs: [2]string{"назад", "код QR"}}},
		{"seal-code", code},
		{"seal-code-far", far},
		{"seal-code-prompt", panel.View{Kind: panel.KindSeal, Title: "Печать партии", Prompt: prompts("Снимите на память"), Seal: seal, QR: true}},
		{"seal-code-unsaved", unsaved(panel.View{Kind: panel.KindSeal, Title: "Seal", Seal: seal, QR: true, Tabs: [2]string{"back", "digits"}})},
		{"seal-code-notice", noticed(code)},
	}
}

// codeRows are invitations: a code and what it is.
func codeRows() []row {
	invite := panel.View{
		Kind: panel.KindCode, Title: "Играть с телефона", Code: "http://192.168.100.100:8090/J/ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		Rows: quiet("192.168.", "100.100", ":8090"),
	}
	far := invite
	far.Far = true
	wifi := panel.View{
		Kind: panel.KindCode, Title: "Own Wi-Fi", Code: "WIFI:T:WPA;S:Companion-K7MP;P:k7mp2hqx9dru;;",
		Rows: quiet("Companion-", "K7MP", "k7mp2hqx9d", "ru"),
	}
	return []row{
		{"code", invite},
		{"code-far", far},
		{"code-unsaved", unsaved(far)},
		{"code-wifi", wifi},
		{"code-notice", noticed(invite)},
		{"code-none", panel.View{Kind: panel.KindCode, Title: "Играть с телефона", Rows: quiet("192.168.", "1.5:8090")}},
	}
}

// field is a board of all that there may be on one.
func field() (cells [panel.MostCells]panel.Cell) {
	for i := range cells {
		switch {
		case i%7 == 0:
			cells[i] = panel.Cell{Glyph: "boat", Seat: int8(i/7%4 + 1)}
		case i%5 == 2:
			cells[i] = panel.Cell{Glyph: "3"}
		case i%4 == 1:
			cells[i] = panel.Cell{Glyph: "hare"}
		case i == 12:
			cells[i] = panel.Cell{Glyph: "10", Mark: games.MarkCount}
		}
	}
	cells[1].Mark, cells[2].Mark, cells[5].Mark = games.MarkStuck, games.MarkLast, games.MarkAlarm
	cells[7].Mark, cells[7].Tag = games.MarkLast|games.MarkStuck, "b2"
	cells[8].Tag, cells[9].Tag, cells[14].Tag = "c2", "d2", "c3"
	cells[8].Cursor = true
	return cells
}

// boardRows are the boards, on the OLED and the matrix.
func boardRows() []row {
	three := panel.View{
		Kind: panel.KindBoard, Game: "test", W: 6, H: 6, Cells: field(), Title: "Александра", Aside: "8:42",
		Prompt: prompts("Куда плыть", "дальше?"), Rows: under(0, table("Вперёд", "c3")), All: 4, Lamps: seat(1, 3),
	}
	corner := three
	corner.Cells[8].Cursor, corner.Cells[35].Cursor = false, true
	last := three
	last.Cells[8].Cursor = false
	full := three
	full.Prompt = prompts("Куда плыть", "с тремя", "зайцами?")
	small := three
	small.W, small.H, small.Aside, small.Lamps = 2, 3, "", seat(2, 3)
	small.Cells[8].Cursor, small.Cells[2].Cursor = false, true
	blinking := three
	blinking.Cells[2].Mark, blinking.Cells[3] = games.MarkAlarm, panel.Cell{Glyph: "hare"}
	blinking.Lamps.Blink = true
	four := panel.View{
		Kind: panel.KindBoard, Game: "test", W: 10, H: 6, Cells: field(), Title: "Боря",
		Prompt: prompts("Куда?"), Rows: under(0, table("13", "b3")), All: 9, Lamps: seat(1, 2),
	}
	for i := 30; i < 60; i += 3 {
		four.Cells[i].Seat = int8(i%2 + 1)
	}
	far := four
	far.Cells[8].Cursor, far.Cells[59].Cursor = false, true
	return []row{
		{"board-3x3", three},
		{"board-3x3-full", full},
		{"board-3x3-dimmed", dimmed(three)},
		{"board-3x3-corner", corner},
		{"board-3x3-last", last},
		{"board-3x3-blinking", blinking},
		{"board-3x3-unsaved", unsaved(three)},
		{"board-3x3-notice", noticed(three)},
		{"board-2x3", small},
		{"board-4x4", four},
		{"board-4x4-corner", far},
		{"board-4x4-notice", noticed(four)},
		{"board-8x8", panel.View{Kind: panel.KindBoard, Game: "test", W: 8, H: 8, Cells: field(), Title: "Боря", Prompt: prompts("Куда?")}},
		{"board-words", panel.View{Kind: panel.KindBoard, W: 4, H: 4, Cells: cells(panel.Cell{Glyph: "А"}, panel.Cell{Glyph: "12"}, panel.Cell{Glyph: "абв"}, panel.Cell{Glyph: "q"}, panel.Cell{Glyph: "красный"}), Title: "Слова"}},
		{"board-of-nothing", panel.View{Kind: panel.KindBoard, Title: "Пусто"}},
	}
}

// stepRows are what hands do next.
func stepRows() []row {
	step := func(text, picture string) panel.View {
		return panel.View{Kind: panel.KindStep, Game: "test", Big: text, Picture: picture, Aside: "3/25", Tabs: [2]string{"назад", "дальше"}}
	}
	placed := step("Положите бревно на место c3", "card")
	placed.W, placed.H, placed.Cells, placed.Lamps = 6, 6, field(), seat(1, 3)
	half := step("Слева 18 белых фигур, как на картинке", "")
	half.W, half.H, half.Cells, half.Part = 5, 6, field(), true
	return []row{
		{"step-half-board", half},
		{"step", step("Перемешайте колоду и положите её рубашкой вниз справа от поля", "")},
		{"step-picture", step("Положите бревно на место c3", "card")},
		{"step-small-picture", step("Красную мышь отдайте Александре", "red")},
		{"step-glyph", step("Лодку поставьте на c3 носом на север", "boat")},
		{"step-of-five-lines", step("тринадцать бб тринадцать бб тринадцать бб тринадцать бб тринадцать бб", "card")},
		{"step-on-the-matrix", placed},
		{"step-dimmed", dimmed(step("Положите бревно на место c3", "card"))},
		{"step-notice", noticed(step("Положите бревно на место c3", "card"))},
	}
}

// topicRows are parts of a game's rules.
func topicRows() []row {
	topic := func(title, picture, aside string, lines ...string) panel.View {
		v := panel.View{Kind: panel.KindTopic, Game: "test", Title: title, Picture: picture, Aside: aside}
		for i, line := range lines {
			v.Rows[i] = panel.Row{Text: line, Mark: panel.Quiet}
		}
		return v
	}
	beside := topic("Два разных цвета", "card", "1/3", "Возьмите одну", "мышку первого", "цвета, одну", "второго или", "обеих, только")
	return []row{
		{"topic", topic("Кто победил", "", "2/3", "Побеждает тот, у кого", "больше очков. Поровну", "— тот, у кого больше", "мышек. И мышек", "поровну — победа")},
		{"topic-picture", beside},
		{"topic-small-picture", topic("Риск", "red", "", "Возьмите одну")},
		{"topic-glyph", topic("Восемнадцать буквы", "boat", "1/2", "тринадцать бб", "тринадцать бб", "тринадцать бб", "тринадцать бб", "тринадцать бб")},
		{"topic-dimmed", dimmed(beside)},
		{"topic-notice", noticed(topic("Ход", "", "", "Бросьте кубики."))},
		{"topic-unsaved", unsaved(beside)},
	}
}

// moment is what has happened, in its last pose.
func moment(kind games.Kind, word, who, note string) panel.View {
	return panel.View{
		Kind: panel.KindMoment, Game: "test", Moment: kind, Frame: 5, Big: word, Title: who, Prompt: prompts(note),
		Tabs:  [2]string{1: "дальше"},
		Lamps: panel.Lamps{Moment: kind, Frame: 5, Seat: 2, Seats: 4},
	}
}

// momentRows are moments with all that they may say.
func momentRows() []row {
	own := moment(games.Catch, "Поймали!", "Аня", "+14 · всего 121")
	own.Picture = "net"
	glyph := moment(games.Appear, "Заяц!", "", "")
	glyph.Picture = "hare"
	large := moment(games.Trick, "Взятка", "Боря", "")
	large.Picture = "card"
	nobody := moment(games.Blocked, "Не выиграть", "", "Мышь застряла на c3")
	nobody.Lamps.Seat, nobody.Lamps.Seats = 0, 0
	acts := moment(games.Gain, "Заяц", "Ия", "в лодке 4")
	acts.Tabs[1] = "Взять зайца (1 очко)"
	return []row{
		{"moment", moment(games.Bust, "Убежали!", "Александра", "в центре 30")},
		{"moment-two-lines", moment(games.Bust, "Мыши разбежались!", "Александра", "в центре 30")},
		{"moment-two-lines-of-thirteen", moment(games.Bust, "Тринадцать бб тринадцать бб", "Щепкина-Ёж", "двадцать одна буква а")},
		{"moment-many", moment(games.Win, "Победа!", "Аня, Боря, Александра", "54 очка")},
		{"moment-poses-of-the-game", own},
		{"moment-picture-of-the-game", large},
		{"moment-glyph", glyph},
		{"moment-nobody", nobody},
		{"moment-ok-acts", acts},
		{"moment-dimmed", dimmed(moment(games.Win, "Победа!", "Аня", "54 очка"))},
		{"moment-notice", noticed(moment(games.Win, "Победа!", "Аня", "54 очка"))},
		{"moment-unsaved", unsaved(moment(games.Win, "Победа!", "Аня", "54 очка"))},
		{"moment-unknown", moment("other", "Что-то", "Аня", "")},
	}
}

// framesSeen are those in which a moment moves on the panel, and the one after.
const framesSeen = 6

// framesOf are the first frames of moments, one kind after the other.
func framesOf(kinds ...games.Kind) (rows []row) {
	for _, kind := range kinds {
		for frame := range uint8(framesSeen) {
			v := moment(kind, string(kind), "Аня", "")
			v.Frame, v.Lamps.Frame = frame, frame
			rows = append(rows, row{fmt.Sprintf("%s-%d", kind, frame), v})
		}
	}
	return rows
}

// lampRows are what the matrix shows beside a dark OLED.
func lampRows() []row {
	var rows []row
	add := func(name string, l panel.Lamps) {
		rows = append(rows, row{name, panel.View{Kind: panel.KindText, Game: "test", Lamps: l}})
	}
	for _, n := range []uint8{2, 3, 4, 5, 6, 8, 12} {
		for s := uint8(1); s <= n; s++ {
			add(fmt.Sprintf("seat-%d-of-%d", s, n), seat(s, n))
		}
	}
	for i, name := range people.Pictures {
		l := seat(2, 3)
		l.Emblem, l.Colours[1] = name, uint8(i+1)
		add("player-"+name, l)
	}
	winner := seat(1, 2)
	winner.Moment, winner.Frame, winner.Emblem, winner.Colours[0] = games.Win, 10, "fox", 7
	add("player-has-won", winner)
	for _, f := range [][]string{
		{"1"},
		{"2"},
		{"3"},
		{"4"},
		{"5"},
		{"6"},
		{"0"},
		{"8"},
		{"17"},
		{"20"},
		{"100"},
		{"345"},
		{"+"},
		{"mouse"},
		{"boat"},
		{"Щука"},
		{"Wolf"},
		{"3", "5"},
		{"6", "6"},
		{"7", "8"},
		{"17", "9"},
		{"10", "20"},
		{"red", "green"},
		{"red", "mouse"},
		{"дом", "Лес"},
		{"1", "2", "3"},
		{"3", "4", "5", "6"},
		{"8", "2", "7"},
		{"1", "2", "3", "4", "5", "6", "6", "3"},
		{"20", "11", "3", "8"},
		{"red", "red", "green"},
		{"+", "-", "0", "+"},
		{"а", "б", "а", "в", "б", "г", "д", "е"},
	} {
		add("faces "+strings.Join(f, " "), faces(f...))
	}
	for n := uint8(1); n <= 6; n++ {
		add(fmt.Sprintf("rolling-%d", n), panel.Lamps{Rolling: n})
	}
	add("alarm", panel.Lamps{Alarm: "hare", Seat: 1, Seats: 2})
	add("alarm-dark-half", panel.Lamps{Alarm: "hare", Blink: true})
	add("alarm-of-no-picture", panel.Lamps{Alarm: "nothing"})
	for _, c := range [][2]uint16{{0, 30}, {3, 9}, {9, 9}, {9, 30}, {30, 30}, {14, 60}, {99, 99}, {150, 300}, {300, 300}} {
		add(fmt.Sprintf("count-%d-of-%d", c[0], c[1]), panel.Lamps{Count: c[0], Of: c[1]})
	}
	return rows
}
