package screen

import (
	"fmt"
	"strings"

	"tabletop/companion"
	"tabletop/games"
)

// row is a view of the gallery, under the name of its picture in testdata.
type row struct {
	name string
	view companion.View
}

// turn is the screen most of an evening is spent with.
func turn() companion.View {
	return companion.View{
		Kind: companion.KindTurn, Title: "Александра", Aside: "3/5",
		Prompt: [2]string{"Бросьте кости или", "остановитесь"},
		Rows:   under(0, list("бросить ещё")), Below: true,
		Foot:  "▲▼ ●ход ◄меню",
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
		{"turns", turnRows()},
		{"big", bigRows()},
		{"everywhere", everywhereRows()},
		{"entry", entryRows()},
		{"seal", sealRows()},
		{"code", codeRows()},
		{"board", boardRows()},
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

// listRows are menus, texts and questions.
func listRows() []row {
	return []row{
		{"menu", companion.View{
			Kind: companion.KindMenu, Title: "Настройки", Aside: "1/2",
			Rows:  table("Язык", "русский", "Яркость", "5", "Пины", "стандартные", "Звук", "нет"),
			Below: true, Foot: "ok изменить",
		}},
		{"menu-cursor", companion.View{
			Kind: companion.KindMenu, Title: "Table companion",
			Rows: under(1, list("Resume", "Games", "Dice", "Scoreboard")), Foot: "ok choose   back up",
		}},
		{"menu-chosen", companion.View{
			Kind: companion.KindMenu, Title: "Джокер",
			Rows: [companion.MostRows]companion.Row{{Text: "можно красть", Mark: companion.Chosen}, {Text: "нельзя красть", Mark: companion.Cursor}},
			Foot: "ok выбрать",
		}},
		{"menu-scrolled", companion.View{
			Kind: companion.KindMenu, Title: "Кто играет?",
			Rows:  under(2, table("Александра", "1", "Ёжик", "2", "Константин", "", "Щепкина-К.", "")),
			Above: true, Below: true, Foot: "ok посадить",
		}},
		{"menu-without-title", companion.View{
			Kind: companion.KindMenu,
			Rows: under(0, list("Русский", "English")), Foot: "ok",
		}},
		{"text", companion.View{
			Kind: companion.KindText, Title: "Счёт", Aside: "круг 4",
			Rows: quietTable("Александра", "21", "Боря", "−3", "Щука", "107", "Ия", "8"), Foot: "назад",
		}},
		{"text-scrolled", companion.View{
			Kind: companion.KindText, Title: "Что было", Aside: "14",
			Rows:  quiet("Аня: бросила кости", "Кости: красн., бел.", "Аня: взяла красную", "Боря: остановился"),
			Above: true, Below: true, Foot: "▲▼ листать   назад",
		}},
		{"confirm", companion.View{
			Kind: companion.KindConfirm, Title: "Закончить партию?",
			Prompt: [2]string{"Партия останется в", "истории"}, Rows: under(0, list("нет", "да, закончить")), Foot: "ok выбрать",
		}},
	}
}

// turnRows are whose turn it is and what has happened.
func turnRows() []row {
	return []row{
		{"turn", turn()},
		{"turn-one-prompt", companion.View{
			Kind: companion.KindTurn, Title: "Боря", Aside: "круг 12",
			Prompt: [2]string{"Что выловить?"}, Rows: under(1, list("красную", "красную и зелёную")), Above: true,
			Foot: "ok взять", Lamps: faces("red", "green"), Game: "test",
		}},
		{"turn-aside-in-two-lines", companion.View{
			Kind: companion.KindTurn, Title: "Щелкунчикй", Aside: "круг 12",
			Prompt: [2]string{"Тяните карту"}, Rows: under(0, list("взял", "нечего брать")), Foot: "ok", Lamps: seat(1, 2),
		}},
		{"turn-english", companion.View{
			Kind: companion.KindTurn, Title: "Maximilian", Aside: "2/4",
			Prompt: [2]string{"Choose a card"}, Rows: under(0, list("log", "whirlpool")), Foot: "ok take", Lamps: seat(3, 3),
		}},
		{"turn-quiet-rows", companion.View{
			Kind: companion.KindTurn, Title: "Аня",
			Rows: [companion.MostRows]companion.Row{{Text: "бросить", Mark: companion.Cursor}, {Text: "в лодке 3 зайца", End: "7", Mark: companion.Quiet}, {Text: "в центре 12 мышей", Mark: companion.Quiet}},
			Foot: "ok ход", Lamps: seat(2, 3),
		}},
		{"message", companion.View{
			Kind: companion.KindMessage, Title: "Мазай!", Prompt: [2]string{"Все зайцы с поля", "уходят в запас."},
			Rows: under(0, list("дальше")), Foot: "ok понятно", Lamps: companion.Lamps{Alarm: "hare"}, Game: "test",
		}},
		{"message-long-title", companion.View{
			Kind: companion.KindMessage, Title: "Память нечитаема",
			Prompt: [2]string{"Отложена как", "2026-11-21"}, Rows: quiet("Начинаем заново."), Foot: "ok понятно",
		}},
	}
}

// bigRows are numbers and words across the panel.
func bigRows() []row {
	return []row{
		{"big", companion.View{
			Kind: companion.KindBig, Title: "3d6+2", Aside: "№ 4", Big: "17", Rows: under(0, list("ещё раз: 6 5 4 +2")),
			Foot: "ok бросить", Lamps: faces("6", "5", "4"),
		}},
		{"big-two-rows-of-text", companion.View{Kind: companion.KindBig, Big: "-12", Prompt: [2]string{"было −15, стало −12"}, Rows: under(0, list("записать")), Foot: "ok"}},
		{"big-without-rows", companion.View{Kind: companion.KindBig, Title: "d100", Big: "100", Foot: "ok ещё раз", Lamps: faces("100")}},
		{"big-alone", companion.View{Kind: companion.KindBig, Big: "42", Lamps: faces("42")}},
		{"big-clock", companion.View{Kind: companion.KindBig, Big: "12:45", Foot: "ok пауза", Lamps: companion.Lamps{Count: 765, Of: 900}}},
		{"big-wide", companion.View{Kind: companion.KindBig, Title: "2d6+1d4-1", Big: "7+3-1=9", Foot: "ok ещё раз", Lamps: faces("3", "4", "3")}},
		{"big-word", companion.View{Kind: companion.KindBig, Title: "Монета", Big: "Орёл", Foot: "ok ещё раз", Lamps: faces("Орёл")}},
		{"big-long-word", companion.View{Kind: companion.KindBig, Title: "Погода", Big: "солнечно", Rows: quiet("дождь: 2, снег: 1"), Foot: "ok ещё раз", Lamps: faces("солнечно")}},
		{"big-rolling", companion.View{Kind: companion.KindBig, Title: "Кости катятся", Big: "…", Foot: "любая клавиша", Lamps: companion.Lamps{Rolling: 1}}},
		{"big-rolling-2", companion.View{Kind: companion.KindBig, Title: "Кости катятся", Big: "…", Foot: "любая клавиша", Lamps: companion.Lamps{Rolling: 2}}},
	}
}

// everywhereRows are what can happen to any screen.
func everywhereRows() []row {
	return []row{
		{"dark", companion.View{Kind: companion.KindDark, Title: "не видно", Lamps: seat(1, 2)}},
		{"dim", companion.View{Kind: companion.KindMenu, Title: "Тускло", Light: companion.Dim, Rows: under(0, list("продолжить"))}},
		{"off", companion.View{Kind: companion.KindMenu, Title: "не видно", Light: companion.Off, Lamps: seat(1, 2)}},
		{"shifted", shifted(turn())},
		{"drifted", drifted(turn(), 2)},
		{"drifted-list", drifted(listRows()[0].view, 5)},
		{"blink", blinked(turn())},
		{"unsaved", unsaved(turn())},
		{"unsaved-menu", unsaved(companion.View{
			Kind: companion.KindMenu, Title: "Настройки партии", Aside: "1/2",
			Rows: under(0, list("Начать")), Foot: "ok выбрать",
		})},
		{"cut", companion.View{Kind: companion.KindMenu, Title: "Слишком длинный заголовок", Rows: under(0, table("Слишком длинная строка", "100")), Foot: "ok сделать и ещё что-то"}},
		{"letters-of-europe", companion.View{
			Kind: companion.KindMenu, Title: "Zoë Łukasz Ґава Їжак",
			Rows: under(0, list("Ñandú Çağla Åse", "Şirin Žofie Đorđe", "Љубица Ћирић", "日本 has no picture")), Foot: "ok «да» № 5 ✓",
		}},
	}
}

// entryRows are the screens on which something is put together.
func entryRows() []row {
	return []row{
		{"entry", companion.View{Kind: companion.KindEntry, Title: "Имя, место 2", Entry: "Алекс", Wheel: [5]string{"в", "б", "а", "я", "ю"}, Foot: "ok буква  назад ⌫"}},
		{"entry-empty", companion.View{Kind: companion.KindEntry, Title: "Name, seat 1", Aside: "0/10", Wheel: [5]string{"Y", "Z", "A", "B", "C"}, Foot: "ok letter"}},
		{"entry-full", companion.View{Kind: companion.KindEntry, Title: "Имя, место 3", Aside: "10/10", Entry: "Александра", Wheel: [5]string{"я", "␣", "готово", "⌫", "а"}, Foot: "ok готово"}},
		{"entry-words-beside", companion.View{Kind: companion.KindEntry, Title: "Имя, место 3", Entry: "Ян", Wheel: [5]string{"⌫", "готово", "А", "Б", "В"}, Foot: "ok буква"}},
		{"entry-prompt", companion.View{Kind: companion.KindEntry, Title: "Имя, место 2", Prompt: [2]string{"Такое имя уже есть"}, Entry: "Аня", Wheel: [5]string{"Ы", "Ь", "Й", "Щ", "Ф"}, Foot: "ok буква"}},
		{"entry-long", companion.View{Kind: companion.KindEntry, Title: "Кости", Entry: "2d6+1d4-1+3d10k2+4dF", Wheel: [5]string{"7", "8", "9", "d", "k"}, Foot: "ok знак"}},
		{"entry-number", companion.View{Kind: companion.KindEntry, Title: "Очки, круг 3", Entry: "−12", Wheel: [5]string{"0", "1", "2", "3", "4"}, Foot: "ok цифра"}},
	}
}

// sealRows are the seal in both its forms.
func sealRows() []row {
	const seal = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
	return []row{
		{"seal", companion.View{Kind: companion.KindSeal, Title: "Печать", Aside: "1/2", Seal: seal, Foot: "ok дальше  ▲▼ код"}},
		{"seal-code", companion.View{Kind: companion.KindSeal, Title: "Печать партии", Aside: "2/2", Prompt: [2]string{"Снимите на память"}, Seal: seal, QR: true, Foot: "ok дальше"}},
		{"seal-code-long-foot", companion.View{Kind: companion.KindSeal, Title: "Печать", Seal: seal, QR: true, Foot: "▲▼ цифры/QR ●дальше"}},
		{"seal-code-unsaved", unsaved(companion.View{Kind: companion.KindSeal, Title: "Seal", Seal: seal, QR: true, Foot: "ok next  back"})},
	}
}

// codeRows are invitations: a code and what it is.
func codeRows() []row {
	invite := companion.View{
		Kind: companion.KindCode, Title: "Играть с телефона", Code: "HTTP://192.168.100.100:8090/J/ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		Rows: quiet("192.168.", "100.100", ":8090"), Foot: "▲▼ код ◄",
	}
	far := invite
	far.Far = true
	wifi := companion.View{
		Kind: companion.KindCode, Title: "Own Wi-Fi", Code: "WIFI:T:WPA;S:Companion-K7MP;P:k7mp2hqx9dru;;",
		Rows: quiet("Companion-", "K7MP", "k7mp2hqx9d", "ru"), Foot: "● next",
	}
	return []row{
		{"code", invite},
		{"code-far", far},
		{"code-unsaved", unsaved(far)},
		{"code-wifi", wifi},
		{"code-none", companion.View{Kind: companion.KindCode, Title: "Играть с телефона", Rows: quiet("192.168.", "1.5:8090"), Foot: "▲▼ код ◄"}},
	}
}

// boardRows are the boards, on the OLED and the matrix.
func boardRows() []row {
	var field [companion.MostCells]companion.Cell
	for i := range field {
		switch {
		case i%7 == 0:
			field[i] = companion.Cell{Glyph: "boat", Seat: int8(i/7%4 + 1)}
		case i%5 == 2:
			field[i] = companion.Cell{Glyph: "3"}
		case i%4 == 1:
			field[i] = companion.Cell{Glyph: "hare"}
		case i == 12:
			field[i] = companion.Cell{Glyph: "10", Mark: games.MarkCount}
		}
	}
	marked := field
	marked[1].Mark = games.MarkStuck
	marked[2].Mark = games.MarkLast
	marked[5].Mark = games.MarkAlarm
	marked[7].Mark = games.MarkLast | games.MarkStuck
	marked[8].Cursor = true
	beside := companion.View{
		Kind: companion.KindBoard, Game: "test", W: 6, H: 6, Cells: marked, Title: "Александра", Aside: "3",
		Prompt: [2]string{"Куда плыть?"}, Rows: table("вперёд", "c3", "поворот", "", "в лодке", "7"), Foot: "ok плыть  ▲▼ клетка", Lamps: seat(1, 3),
	}
	small := beside
	small.W, small.H, small.Aside, small.Lamps = 3, 3, "", seat(2, 3)
	blinking := beside
	blinking.Lamps.Blink = true
	return []row{
		{"board", beside},
		{"board-blinking", blinking},
		{"board-unsaved", unsaved(beside)},
		{"board-3x3", small},
		{"board-wide", companion.View{Kind: companion.KindBoard, Game: "test", W: 10, H: 6, Cells: marked, Foot: "Аня: ok ходить"}},
		{"board-8x8", companion.View{Kind: companion.KindBoard, Game: "test", W: 8, H: 8, Cells: marked, Title: "Боря", Prompt: [2]string{"Куда?"}, Foot: "ok"}},
		{"board-words", companion.View{Kind: companion.KindBoard, W: 4, H: 4, Cells: cells(companion.Cell{Glyph: "А"}, companion.Cell{Glyph: "12"}, companion.Cell{Glyph: "абв"}, companion.Cell{Glyph: "q"}, companion.Cell{Glyph: "красный"}), Title: "Слова", Foot: "ok"}},
		{"board-of-nothing", companion.View{Kind: companion.KindBoard, Title: "Пусто", Foot: "ok"}},
	}
}

// lampRows are what the matrix shows beside a dark OLED.
func lampRows() []row {
	var rows []row
	add := func(name string, l companion.Lamps) {
		rows = append(rows, row{name, companion.View{Kind: companion.KindText, Game: "test", Lamps: l}})
	}
	for _, n := range []uint8{2, 3, 4, 5, 6, 8} {
		for s := uint8(1); s <= n; s++ {
			add(fmt.Sprintf("seat-%d-of-%d", s, n), seat(s, n))
		}
	}
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
		add(fmt.Sprintf("rolling-%d", n), companion.Lamps{Rolling: n})
	}
	add("alarm", companion.Lamps{Alarm: "hare", Seat: 1, Seats: 2})
	add("alarm-dark-half", companion.Lamps{Alarm: "hare", Blink: true})
	add("alarm-of-no-picture", companion.Lamps{Alarm: "nothing"})
	for _, c := range [][2]uint16{{0, 30}, {3, 9}, {9, 9}, {9, 30}, {30, 30}, {14, 60}, {99, 99}, {150, 300}, {300, 300}} {
		add(fmt.Sprintf("count-%d-of-%d", c[0], c[1]), companion.Lamps{Count: c[0], Of: c[1]})
	}
	return rows
}
