package doctor_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"

	"tabletop/cmd/internal/doctor"
	"tabletop/companion/words"
)

// said is a finding in both languages.
type said struct {
	check  string
	state  doctor.State
	en, ru string
	mend   string
}

const (
	bad    = doctor.Bad
	warn   = doctor.Warn
	absent = doctor.Absent
)

var (
	noDaemon = said{"daemon", absent, "Companion: it isn't running; “companiond” starts it.", "Companion: не запущен; его запускает «companiond».", ""}
	service  = "/lib/systemd/system/companiond.service"
)

var machines = []struct {
	name string
	is   func(*machine)
	want []said // besides what is ok
}{
	{"all is well", func(*machine) {}, []said{noDaemon}},
	{"a fresh Raspberry Pi OS", func(m *machine) {
		m.remove("/dev/i2c-1", "/dev/spidev0.0")
		m.clocked(0)
		delete(m.files, "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency")
	}, []said{
		noDaemon,
		{"i2c", bad, "I2C1: switched off. Switch it on, then restart.", "I2C1: выключено. Включите и перезагрузите.", "sudo raspi-config nonint do_i2c 0"},
		{"spi", bad, "SPI0.0: switched off. Switch it on, then restart.", "SPI0.0: выключено. Включите и перезагрузите.", "sudo raspi-config nonint do_spi 0"},
	}},
	{"a Raspberry Pi without raspi-config", func(m *machine) {
		m.remove("/dev/spidev0.0", "/usr/bin/raspi-config")
	}, []said{
		noDaemon,
		{"spi", bad, "SPI0.0: switched off. Switch it on, then restart.", "SPI0.0: выключено. Включите и перезагрузите.", `printf '\n[all]\ndtparam=spi=on\n' | sudo tee -a /boot/firmware/config.txt`},
	}},
	{"SPI is switched on but not yet there", func(m *machine) {
		m.remove("/dev/spidev0.0")
		m.write("/boot/firmware/config.txt", "dtparam=i2c_arm=on,spi=on\n")
	}, []said{
		noDaemon,
		{"spi", bad, "SPI0.0: switched on in the settings, but only from the next start.", "SPI0.0: в настройках включено, но только со следующего запуска.", "sudo reboot"},
	}},
	{"the module of I²C isn't loaded", func(m *machine) { m.remove("/dev/i2c-1") }, []said{
		noDaemon,
		{"i2c", bad, "I2C1: there, but its kernel module isn't loaded.", "I2C1: есть, но его модуль ядра не загружен.", "echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf && sudo modprobe i2c-dev"},
	}},
	{"not in the group", func(m *machine) {
		m.write("/etc/group", "i2c:x:994:\n")
		m.User.Groups = []int{pi}
		m.refused["/dev/i2c-1"] = syscall.EACCES
	}, []said{
		noDaemon,
		{"i2c", bad, "I2C1: you may not use it. Join group i2c, then log out and in again.", "I2C1: вам нельзя им пользоваться. Добавьте себя в группу i2c, потом выйдите и войдите снова.", "sudo usermod -aG i2c $USER"},
	}},
	{"in the group since the last login", func(m *machine) {
		m.User.Groups = []int{pi}
		m.refused["/dev/i2c-1"] = syscall.EACCES
	}, []said{
		noDaemon,
		{"i2c", bad, "I2C1: you have joined group i2c, which counts from the next login, or in the shell that this opens.", "I2C1: вы уже в группе i2c; это действует со следующего входа или в оболочке, которую откроет эта строка.", "newgrp i2c"},
	}},
	{"a bus for root alone", func(m *machine) {
		m.node("/dev/gpiochip0", rootGroup)
		m.refused["/dev/gpiochip0"] = syscall.EACCES
	}, []said{
		noDaemon,
		{"gpio", bad, "GPIO: only root may use it. Give it to a group.", "GPIO: пользоваться может только root. Отдайте его группе.", `echo 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"' | sudo tee -a /etc/udev/rules.d/60-companion.rules && sudo udevadm control --reload && sudo udevadm trigger`},
	}},
	{"a bus closed to its own group", func(m *machine) { m.refused["/dev/i2c-1"] = syscall.EPERM }, []said{
		noDaemon,
		{"i2c", bad, "I2C1: your group i2c may not use it.", "I2C1: вашей группе i2c нельзя им пользоваться.", "sudo chmod g+rw /dev/i2c-1"},
	}},
	{"the display is at 0x3D", func(m *machine) { m.addresses = map[uint16]bool{0x3D: true} }, []said{
		noDaemon,
		{"panel", bad, "Display: nothing at 0x3C, but one answers at 0x3D. Tell the config.", "Экран: по адресу 0x3C никого, но кто-то отвечает по адресу 0x3D. Запишите это в настройки.", `printf '\n[panel]\naddress = 0x3D\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"nothing on I²C", func(m *machine) { m.addresses = nil }, []said{
		noDaemon,
		{"i2c", warn, "I2C1: nothing answers at any address. Check the wires: SDA to pin 3, SCL to pin 5, ground to pin 6, 3.3 V to pin 1.", "I2C1: ни по одному адресу никто не отвечает. Проверьте провода: SDA на контакт 3, SCL на контакт 5, земля на контакт 6, 3,3 В на контакт 1.", ""},
		{"panel", bad, "Display: nothing answers at 0x3C on I2C1. Check its wires, and that it has power.", "Экран: по адресу 0x3C на I2C1 никто не отвечает. Проверьте провода и питание.", ""},
		{"panel", warn, "A display with seven pins comes set up for SPI: its back shows how to make that I²C. Its pin RES needs a line: panel.reset.", "Экран с семью контактами продаётся настроенным на SPI: на обороте показано, как перевести его на I²C. Его контакту RES нужна линия: panel.reset.", ""},
	}},
	{"SDA touches ground", func(m *machine) { m.stuck = errors.New("sysfs-i2c: connection timed out") }, []said{
		noDaemon,
		{"i2c", bad, "I2C1: the bus is stuck (connection timed out). SDA or SCL touches ground, or a chip on it has no power: unplug one after another and look again.", "I2C1: шина застряла (connection timed out). SDA или SCL касается земли, или у микросхемы на ней нет питания: отключайте по одной и смотрите снова.", ""},
	}},
	{"the lamps are missing", func(m *machine) { m.Config.Matrix.Chip, m.Config.Matrix.Bus = "ht16k33", "I2C1" }, []said{
		noDaemon,
		{"matrix", bad, "Lamps: nothing answers at 0x70 on I2C1. Check their wires, and that they have power.", "Лампочки: по адресу 0x70 на I2C1 никто не отвечает. Проверьте провода и питание.", ""},
	}},
	{"the lamps are others", func(m *machine) {
		m.addresses[0x71] = true
		m.ConfigErr = nil
		m.write(m.File, "[matrix] # of ours\nrotation = 90\n")
	}, []said{
		noDaemon,
		{"matrix", warn, "Lamps: HT16K33 answers at 0x71, but the config says max7219. If these are your lamps, tell the config.", "Лампочки: по адресу 0x71 отвечает HT16K33, а в настройках max7219. Если это ваши лампочки, запишите в настройки.", `sed -i -e '/^[[:blank:]]*\[matrix\]/a chip = "ht16k33"' -e '/^[[:blank:]]*\[matrix\]/a bus = "I2C1"' -e '/^[[:blank:]]*\[matrix\]/a address = 0x71' /home/pi/.local/state/companion/companion.toml`},
	}},
	{"a bus at 100 kHz", func(m *machine) { m.clocked(100_000) }, []said{
		noDaemon,
		{"i2c.speed", warn, "I2C1: only 100 kHz, so a whole picture takes a tenth of a second. Make it 400, then restart.", "I2C1: всего 100 кГц, целая картинка идёт десятую долю секунды. Поставьте 400 и перезагрузите.", `printf '\n[all]\ndtparam=i2c_arm_baudrate=400000\n' | sudo tee -a /boot/firmware/config.txt`},
	}},
	{"a bus at 100 kHz before the restart", func(m *machine) {
		m.clocked(100_000)
		m.write("/boot/firmware/config.txt", "dtparam=i2c_arm_baudrate=400000\n")
	}, []said{
		noDaemon,
		{"i2c.speed", warn, "I2C1: only 100 kHz; 400 are in the settings, from the next start.", "I2C1: всего 100 кГц; в настройках 400, но только со следующего запуска.", "sudo reboot"},
	}},
	{"a key touches ground", func(m *machine) { m.closed["GPIO6"] = true }, []said{
		noDaemon,
		{"keys.up", bad, "Key ▲: closed, though nobody should be pressing it. The key sticks, or its wire to GPIO6 (pin 31) touches ground.", "Клавиша ▲: замкнута, хотя её никто не должен нажимать. Она залипла, или её провод к GPIO6 (контакт 31) касается земли.", ""},
	}},
	{"a program has a line", func(m *machine) { m.holders["GPIO13"] = "gpiomon@4711" }, []said{
		noDaemon,
		{"keys.down", bad, "Line GPIO13 (pin 33): taken by the program gpiomon, so keys.down can't have it. End that program.", "Линия GPIO13 (контакт 33): занята программой gpiomon, поэтому keys.down её не получит. Закончите ту программу.", "kill 4711"},
	}},
	{"the kernel has a line", func(m *machine) { m.holders["GPIO19"] = "spi1 CS0" }, []said{
		noDaemon,
		{"keys.ok", bad, "Line GPIO19 (pin 35): taken by the kernel (spi1 CS0). Give keys.ok another line in the config.", "Линия GPIO19 (контакт 35): занята ядром (spi1 CS0). Дайте keys.ok в настройках другую.", ""},
	}},
	{"a line that no Pi has", func(m *machine) { m.Config.Keys.Up = "GPIO99" }, []said{
		noDaemon,
		{"keys.up", bad, "There is no line GPIO99, which the config wants for keys.up.", "Линии GPIO99 нет, а в настройках она нужна для keys.up.", "nano /home/pi/.local/state/companion/companion.toml"},
	}},
	{"a broker in the house", func(m *machine) { m.Config.Club.Broker = "mqtt://house" }, []said{noDaemon}},
	{"a broker that is away", func(m *machine) { m.Config.Club.Broker = "mqtt://house:1884" }, []said{
		noDaemon,
		{"club", warn, "Club: the broker house:1884 can't be reached: connection refused.", "Клуб: брокера house:1884 не достать: connection refused.", ""},
	}},
	{"a broker far away", func(m *machine) { m.runs(); m.Config.Club.Broker = "mqtts://far.example" }, []said{
		{
			"club", bad, "Club: the broker far.example:8883 is beyond the home network (203.0.113.7), where the service may not go. Let it.",
			"Клуб: брокер far.example:8883 вне домашней сети (203.0.113.7), служба его не видит. Пустите её туда.",
			`sudo mkdir -p /etc/systemd/system/companiond.service.d && printf '[Service]\nIPAddressAllow=203.0.113.7\n' | sudo tee /etc/systemd/system/companiond.service.d/club.conf && sudo systemctl daemon-reload && sudo systemctl restart companiond`,
		},
	}},
	{"a broker far away that the service may reach", func(m *machine) {
		m.runs()
		m.Config.Club.Broker = "mqtts://far.example"
		m.write("/etc/systemd/system/companiond.service.d/club.conf", "[Service]\nIPAddressAllow=203.0.113.7\n")
	}, nil},
	{"a club without its certificate", func(m *machine) {
		m.Config.Club.Broker, m.Config.Club.CA = "mqtts://house", "/nowhere/ca.pem"
	}, []said{
		noDaemon,
		{"club", bad, "Club: club.ca: open /nowhere/ca.pem: no such file or directory.", "Клуб: club.ca: open /nowhere/ca.pem: no such file or directory.", "nano /home/pi/.local/state/companion/companion.toml"},
	}},
	{"two things on one line", func(m *machine) { m.Config.Buzzer.Line = "GPIO6"; m.Config.Keys.Back = "GPIO10" }, []said{
		{"lines", bad, "Line GPIO10 is used twice, by SPI0 and by keys.back. Give one of them another line.", "Линия GPIO10 занята дважды: SPI0 и keys.back. Дайте одному из них другую.", "nano /home/pi/.local/state/companion/companion.toml"},
		{"lines", bad, "Line GPIO6 is used twice, by keys.up and by buzzer. Give one of them another line.", "Линия GPIO6 занята дважды: keys.up и buzzer. Дайте одному из них другую.", "nano /home/pi/.local/state/companion/companion.toml"},
		noDaemon,
	}},
	{"undervoltage", func(m *machine) { m.programs["vcgencmd get_throttled"] = "throttled=0x50005" }, []said{
		{"power", bad, "Power: Too little power. Take a power supply of 5 V 3 A and a short, thick cable.", "Питание: Мало тока. Возьмите блок питания 5 В 3 А и короткий толстый провод.", ""},
		noDaemon,
	}},
	{"undervoltage a while ago, by the kernel's file", func(m *machine) {
		delete(m.programs, "vcgencmd get_throttled")
		m.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "50000\n")
	}, []said{
		{"power", warn, "Power: Enough now, but too little at times. Take a power supply of 5 V 3 A and a short, thick cable.", "Питание: Сейчас тока хватает, но бывало и мало. Возьмите блок питания 5 В 3 А и короткий толстый провод.", ""},
		noDaemon,
	}},
	{"undervoltage, by the driver of any kernel", func(m *machine) {
		delete(m.programs, "vcgencmd get_throttled")
		m.write("/sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
		m.write("/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
		m.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
	}, []said{
		{"power", bad, "Power: Too little power. Take a power supply of 5 V 3 A and a short, thick cable.", "Питание: Мало тока. Возьмите блок питания 5 В 3 А и короткий толстый провод.", ""},
		noDaemon,
	}},
	{"too hot, and nobody tells the time", func(m *machine) {
		m.programs["vcgencmd get_throttled"] = "throttled=0xe0008"
		m.Synced = func() bool { return false }
		m.Now = time.Unix(180, 0).UTC()
	}, []said{
		{"heat", warn, "Heat: The box is too hot and slower. Move it out of the sun or heat, and open the case.", "Нагрев: Прибор перегрелся и работает медленнее. Уберите его с солнца и от батареи, откройте корпус.", ""},
		{"clock", warn, "Clock: The clock shows 1970-01-01 00:03, but nobody has set it, so the dates of matches may be wrong. Connect the box to the internet, or send it a phone's time: “Data”, “The time”.", "Часы: Часы показывают 1970-01-01 00:03, но их никто не сверял, и даты партий неточны. Подключите прибор к интернету или передайте ему время с телефона: «Данные», «Время».", "sudo timedatectl set-ntp true"},
		noDaemon,
	}},
	{"it was too hot, and nobody can say", func(m *machine) { m.programs["vcgencmd get_throttled"] = "throttled=0x80000" }, []said{
		{"heat", warn, "Heat: The box was too hot since the start. Move it out of the sun or heat, and open the case.", "Нагрев: С включения прибор уже перегревался. Уберите его с солнца и от батареи, откройте корпус.", ""},
		noDaemon,
	}},
	{"no tool tells the voltage", func(m *machine) { delete(m.programs, "vcgencmd get_throttled") }, []said{
		{"power", absent, "Power: This system doesn't tell whether there is power enough.", "Питание: Эта система не сообщает, хватает ли тока.", ""},
		noDaemon,
	}},
	{"a full disk", func(m *machine) { m.free = 3 << 20 }, []said{
		{"state", bad, "State folder: the disk of /home/pi/.local/state/companion is full, 3 MB free. Make room.", "Папка состояния: на диске с /home/pi/.local/state/companion нет места, свободно 3 МБ. Освободите.", "sudo apt-get clean && sudo journalctl --vacuum-size=20M"},
		noDaemon,
	}},
	{"a small disk with a little room", func(m *machine) {
		m.Disk = func(string) (doctor.Disk, error) { return doctor.Disk{Free: 64 << 20, Size: 20 * 64 << 20}, nil }
	}, []said{noDaemon}},
	{"a disk of which less than a twentieth is free", func(m *machine) { m.free = 29<<30/20 - 1 }, []said{
		{"state", warn, "State folder: the disk of /home/pi/.local/state/companion is nearly full, 1484 MB free. Make room.", "Папка состояния: на диске с /home/pi/.local/state/companion почти нет места, свободно 1484 МБ. Освободите.", "sudo apt-get clean && sudo journalctl --vacuum-size=20M"},
		noDaemon,
	}},
	{"a disk that is nearly full", func(m *machine) { m.free = 60 << 20 }, []said{
		{"state", warn, "State folder: the disk of /home/pi/.local/state/companion is nearly full, 60 MB free. Make room.", "Папка состояния: на диске с /home/pi/.local/state/companion почти нет места, свободно 60 МБ. Освободите.", "sudo apt-get clean && sudo journalctl --vacuum-size=20M"},
		noDaemon,
	}},
	{"a read-only disk", func(m *machine) { m.readOnly = true }, []said{
		{"state", bad, "State folder: the disk of /home/pi/.local/state/companion is read-only, so nothing is kept. Often that means a worn-out card: copy what matters, then try this.", "Папка состояния: диск с /home/pi/.local/state/companion открыт только для чтения, ничего не сохранится. Часто это значит, что карта памяти износилась: скопируйте важное и попробуйте так.", `sudo mount -o remount,rw "$(findmnt -n -o TARGET -T /home/pi/.local/state/companion)"`},
		noDaemon,
	}},
	{"a card that wears out", func(m *machine) {
		m.programs["dmesg"] = booted + strings.Repeat("[  812.4] I/O error, dev mmcblk0, sector 4711 op 0x1:(WRITE) flags 0x800 phys_seg 1 prio class 2\n", 3) +
			"[  812.5] Aborting journal on device mmcblk0p2-8.\n[  812.6] EXT4-fs (mmcblk0p2): Remounting filesystem read-only\n"
	}, []said{
		{"card", warn, "Card: the kernel has told of 5 errors since the start, the latest: after an error nothing is written to it any more. Copy what matters, and take another card.", "Карта памяти: с включения ядро нашло 5 ошибок, последняя: после ошибки на неё больше ничего не пишется. Скопируйте важное и возьмите другую карту.", ""},
		noDaemon,
	}},
	{"a card with one error, by the journal", func(m *machine) {
		delete(m.programs, "dmesg")
		m.programs["journalctl -k -q --no-pager"] = "Nov 21 20:01:02 pi kernel: mmc0: Timeout waiting for hardware interrupt.\n"
	}, []said{
		{"card", warn, "Card: the kernel has told of 1 error since the start: it did not answer in time. Copy what matters, and take another card.", "Карта памяти: с включения ядро нашло 1 ошибку, последняя: она не ответила вовремя. Скопируйте важное и возьмите другую карту.", ""},
		noDaemon,
	}},
	{"a card that had errors before the last start, by kern.log", func(m *machine) {
		delete(m.programs, "dmesg")
		const failed = "Nov 20 19:00:09 pi kernel: [    9.1] Buffer I/O error on dev mmcblk0p2, logical block 5, lost async page write\n"
		m.write("/var/log/kern.log", failed+"Nov 21 20:01:00 pi kernel: [    0.0] Linux version 6.12.47\n")
	}, []said{noDaemon}},
	{"a kernel's log that may not be read", func(m *machine) { delete(m.programs, "dmesg") }, []said{
		{"card", absent, "Card: you may not read the kernel's log, which tells of its errors. This shows them.", "Карта памяти: вам нельзя читать журнал ядра, а её ошибки там. Их покажет эта строка.", `sudo dmesg | grep -E 'mmc|I/O error|EXT4-fs|JBD2'`},
		noDaemon,
	}},
	{"a slow card", func(m *machine) { m.Pace = paced(doctor.Pace{Keeps: 812, P99: 501 * time.Millisecond}) }, []said{
		{"card.pace", warn, "Card: The memory card is slow and keeps you waiting. Take one with the sign A1 or A2. Of 100 changes on 2026-11-21, one took more than 501 ms to keep; the slowest of all took 3000 ms.", "Карта: Карта памяти пишет медленно, и прибор задумывается. Возьмите карту со знаком A1 или A2. Из 100 изменений 2026-11-21 одно сохранялось дольше 501 мс, самое долгое — 3000 мс.", ""},
		noDaemon,
	}},
	{"a card with errors before the last start, by its superblock", func(m *machine) {
		m.write("/sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
	}, []said{
		{"card.errors", warn, "Card: The memory card has had errors. Download a backup and take another card.", "Карта: На карте памяти были ошибки. Скачайте копию партий и возьмите другую карту.", ""},
		noDaemon,
	}},
	{"a hot board in the far corner of the Wi-Fi", func(m *machine) {
		m.write("/sys/class/thermal/thermal_zone0/type", "cpu-thermal\n")
		m.write("/sys/class/thermal/thermal_zone0/temp", "81250\n")
		m.write("/proc/self/net/wireless", " wlan0: 0000   31.  -79.  -256        0      0      0      0      0        0\n")
	}, []said{
		{"heat", warn, "Heat: It is 81 °C inside, so the box is slower. Move it out of the sun or heat, and open the case.", "Нагрев: Внутри 81 °C, и прибор работает медленнее. Уберите его с солнца и от батареи, откройте корпус.", ""},
		{"wifi", warn, "Network: The Wi-Fi signal is weak, so the page lags. Put the box closer to the router.", "Сеть: Сигнал Wi-Fi слабый, страница запаздывает. Поставьте прибор поближе к роутеру.", ""},
		noDaemon,
	}},
	{"a card that is fast enough", func(m *machine) { m.Pace = paced(doctor.Pace{Keeps: 812, P99: 500 * time.Millisecond}) }, []said{noDaemon}},
	{"nothing was played", func(m *machine) { m.Pace = paced(doctor.Pace{P99: time.Hour}) }, []said{noDaemon}},
	{"nothing was ever kept", func(m *machine) {
		m.Pace = func(string) (doctor.Pace, error) { return doctor.Pace{}, fmt.Errorf("store: %w", fs.ErrNotExist) }
	}, []said{noDaemon}},
	{"a store that may not be read", func(m *machine) {
		m.Pace = func(string) (doctor.Pace, error) {
			return doctor.Pace{}, &fs.PathError{Op: "open", Path: m.Folder, Err: syscall.EACCES}
		}
	}, []said{
		{"card.pace", absent, "Card: how long it takes to keep something can't be read: permission denied", "Карта памяти: не прочесть, как быстро она сохраняет: permission denied", ""},
		noDaemon,
	}},
	{"a state folder of root", func(m *machine) {
		m.folder("/home/pi/.local/state/companion", 0)
		m.refused["/home/pi/.local/state/companion"] = syscall.EACCES
	}, []said{
		{"state", bad, "State folder: /home/pi/.local/state/companion belongs to user root, so the companion can't write there.", "Папка состояния: /home/pi/.local/state/companion принадлежит пользователю root, и companion не может в неё писать.", `sudo chown -R "$USER": /home/pi/.local/state/companion`},
		noDaemon,
	}},
	{"no place for a state folder", func(m *machine) { m.Folder = "/srv/games"; m.refused["/"] = syscall.EACCES }, []said{
		{"state", bad, "State folder: you may not make /srv/games.", "Папка состояния: вам нельзя создать /srv/games.", `sudo install -d -m 700 -o "$USER" /srv/games`},
		noDaemon,
	}},
	{"the service has the panel", func(m *machine) {
		m.serve()
		m.write("/proc/812/comm", "companiond\n")
		for _, l := range []string{"GPIO5", "GPIO6", "GPIO13", "GPIO19"} {
			m.holders[l] = "companiond@812"
		}
	}, nil},
	{"the service's rules forbid it what the user may open", func(m *machine) {
		m.runs()
		m.seen = []doctor.DeviceAccess{
			{Part: "panel", Node: "/dev/i2c-1", State: "forbidden", Says: "operation not permitted"},
			{Part: "gpio", Node: "/dev/gpiochip0", State: "ok"},
			{Part: "scanner", Node: "/dev/ttyACM0", State: "absent", Says: "no such file or directory"},
		}
	}, []said{
		{"daemon.devices", bad, "Display: the rules of the companion's service forbid it to use /dev/i2c-1. Allow it, then start the service anew.", "Экран: открыть /dev/i2c-1 службе companion запрещают её правила. Разрешите и перезапустите службу.", `sudo install -d /etc/systemd/system/companiond.service.d && printf '[Service]\nDeviceAllow=/dev/i2c-1 rw\n' | sudo tee -a /etc/systemd/system/companiond.service.d/devices.conf && sudo systemctl daemon-reload && sudo systemctl restart companiond`},
	}},
	{"the companion's user is not in the group", func(m *machine) {
		m.runs()
		m.node("/dev/ttyUSB0", 20)
		m.node("/dev/ttyUSB1", rootGroup)
		m.seen = []doctor.DeviceAccess{
			{Part: "printer", Node: "/dev/ttyUSB0", State: "denied", Says: "permission denied"},
			{Part: "table", Node: "/dev/ttyUSB1", State: "denied", Says: "permission denied"},
			{Part: "matrix", Node: "/dev/spidev0.0", State: "failed", Says: "input/output error"},
		}
	}, []said{
		{"daemon.devices", bad, "Printer: the companion's user may not use /dev/ttyUSB0. Let it join the group, then start the service anew.", "Принтер: пользователю companion нельзя открыть /dev/ttyUSB0. Добавьте его в группу и перезапустите службу.", "sudo usermod -aG dialout companion && sudo systemctl restart companiond"},
		{"daemon.devices", bad, "Table panel: the companion's user may not use /dev/ttyUSB1. Let it join the group, then start the service anew.", "Стол с датчиками: пользователю companion нельзя открыть /dev/ttyUSB1. Добавьте его в группу и перезапустите службу.", ""},
		{"daemon.devices", bad, "Lamps: the companion can't use /dev/spidev0.0: input/output error", "Лампочки: у companion не выходит открыть /dev/spidev0.0: input/output error", ""},
	}},
	{"a running companion that this user may not ask", func(m *machine) {
		m.runs()
		m.mute = &fs.PathError{Op: "dial", Path: "/run/companion.sock", Err: syscall.EACCES}
	}, []said{
		{"daemon.devices", absent, "Companion: only group companion may ask it what it may use. Join the group, then log out and in again.", "Companion: спрашивать, что ему можно, вправе лишь группа companion. Добавьте себя в неё, потом выйдите и войдите снова.", "sudo usermod -aG companion $USER"},
	}},
	{"a companion that was started by hand", func(m *machine) {
		m.write("/proc/812/comm", "companiond\n")
		m.mute = &fs.PathError{Op: "dial", Path: "/run/companion.sock", Err: syscall.ENOENT}
	}, []said{
		{"daemon.devices", absent, "Companion: started by hand, so it may use what whoever started it may.", "Companion: запущен вручную, ему можно то же, что и тому, кто запустил.", ""},
	}},
	{"a running companion that doesn't answer", func(m *machine) { m.runs(); m.mute = errors.New("doctor: /api/devices: 503 Service Unavailable") }, []said{
		{"daemon.devices", warn, "Companion: it doesn't say what it may use: 503 Service Unavailable", "Companion: не говорит, что ему можно: 503 Service Unavailable", ""},
	}},
	{"the service has failed", func(m *machine) { m.serve(); m.programs["systemctl is-failed companiond"] = "failed" }, []said{
		{"daemon", bad, "Companion: the service has failed. Its log says why.", "Companion: служба упала. Почему, сказано в её журнале.", "sudo journalctl -u companiond -n 30 --no-pager"},
	}},
	{"the service was never started", func(m *machine) { m.serve(); m.remove("/var/lib/companion") }, []said{
		{"daemon", warn, "Companion: the service isn't running. Start it, now and with the machine.", "Companion: служба не запущена. Запустить сейчас и при каждом включении.", "sudo systemctl enable --now companiond"},
	}},
	{"somebody ran the companion as root", func(m *machine) { m.serve(); m.folder("/var/lib/companion", 0) }, []said{
		{"state", bad, "State folder: /var/lib/companion belongs to user root, so the companion can't write there.", "Папка состояния: /var/lib/companion принадлежит пользователю root, и companion не может в неё писать.", "sudo chown -R companion: /var/lib/companion"},
		{"daemon", warn, "Companion: the service isn't running. Start it, now and with the machine.", "Companion: служба не запущена. Запустить сейчас и при каждом включении.", "sudo systemctl enable --now companiond"},
	}},
	{"serial devices, plugged in and not", func(m *machine) {
		m.Config.Scanner.Port, m.Config.Table.Port, m.Config.Printer.Port = "/dev/serial/by-id/usb-Honeywell", "/dev/ttyACM0", "/dev/ttyUSB7"
		m.node("/dev/serial/by-id/usb-Honeywell", i2cGroup)
		m.node("/dev/ttyACM0", 20)
		m.refused["/dev/ttyACM0"] = syscall.EACCES
		m.write("/etc/group", "i2c:x:994:pi\ndialout:x:20:\n")
	}, []said{
		noDaemon,
		{"table", bad, "/dev/ttyACM0: you may not use it. Join group dialout, then log out and in again.", "/dev/ttyACM0: вам нельзя им пользоваться. Добавьте себя в группу dialout, потом выйдите и войдите снова.", "sudo usermod -aG dialout $USER"},
		{"printer", bad, "Printer: there is no /dev/ttyUSB7, but /dev/serial/by-id/usb-Honeywell is plugged in. If that is it, tell the config.", "Принтер: нет /dev/ttyUSB7, но подключено /dev/serial/by-id/usb-Honeywell. Если это оно, запишите в настройки.", `printf '\n[printer]\nport = "/dev/serial/by-id/usb-Honeywell"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"a table panel at GPIO14 and 15 where the kernel writes", func(m *machine) {
		m.uart("/dev/serial0", "ttyS0")
		m.write("/proc/cmdline", "console=ttyS0,115200 console=tty1 root=PARTUUID=1 rootwait")
	}, []said{
		noDaemon,
		{"table", bad, "Table panel: the kernel writes its messages to /dev/serial0, the device at GPIO14 and 15 would read them. Take the console off that line, then restart.", "Стол с датчиками: ядро пишет на /dev/serial0 свои сообщения, их читало бы устройство на GPIO14 и 15. Уберите оттуда консоль и перезагрузите.", `sudo sed -i -E 's/console=(serial0|ttyAMA0|ttyS0)[^ ]* ?//g' /boot/firmware/cmdline.txt && sudo reboot`},
	}},
	{"a table panel where a login waits", func(m *machine) {
		m.uart("/dev/serial0", "ttyAMA0")
		m.write("/proc/cmdline", "console=tty1 root=PARTUUID=1")
		m.programs["systemctl is-active serial-getty@ttyAMA0.service"] = "active"
	}, []said{
		noDaemon,
		{"table", bad, "Table panel: a login prompt waits at /dev/serial0 and talks to the device at GPIO14 and 15. Switch it off.", "Стол с датчиками: на /dev/serial0 ждёт приглашение ко входу и говорит с устройством на GPIO14 и 15. Выключите его.", "sudo systemctl disable --now serial-getty@ttyAMA0.service"},
	}},
	{"a table panel on a line that is off", func(m *machine) { m.Config.Table.Port = "/dev/serial0" }, []said{
		noDaemon,
		{"table", bad, "Table panel: there is no /dev/serial0, for the serial line at GPIO14 and 15 is switched off. Switch it on, then restart.", "Стол с датчиками: нет /dev/serial0, потому что последовательная линия на GPIO14 и 15 выключена. Включите и перезагрузите.", `printf '\n[all]\nenable_uart=1\n' | sudo tee -a /boot/firmware/config.txt`},
	}},
	{"a table panel on a line that is on from the next start", func(m *machine) {
		m.Config.Table.Port = "/dev/ttyAMA0"
		m.write("/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\x00")
		m.write("/boot/firmware/config.txt", "[all]\ndtparam=uart0=on\n")
	}, []said{
		noDaemon,
		{"table", bad, "Table panel: there is no /dev/ttyAMA0, for the serial line at GPIO14 and 15 is switched off. Switch it on, then restart.", "Стол с датчиками: нет /dev/ttyAMA0, потому что последовательная линия на GPIO14 и 15 выключена. Включите и перезагрузите.", "sudo reboot"},
	}},
	{"a table panel at Bluetooth's line", func(m *machine) {
		m.uart("/dev/ttyAMA0", "ttyAMA0")
		m.link("/dev/serial1", "ttyAMA0")
	}, []said{
		noDaemon,
		{"table", bad, "Table panel: Bluetooth hangs at /dev/ttyAMA0. GPIO14 and 15 are /dev/serial0 here.", "Стол с датчиками: на /dev/ttyAMA0 висит Bluetooth. GPIO14 и 15 здесь — /dev/serial0.", `printf '\n[table]\nport = "/dev/serial0"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"a table panel at a Pi 5's connector for debugging", func(m *machine) {
		m.uart("/dev/serial0", "ttyAMA10")
		m.write("/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\x00")
	}, []said{
		noDaemon,
		{"table", bad, "Table panel: on this board /dev/serial0 is the connector for debugging. GPIO14 and 15 are /dev/ttyAMA0.", "Стол с датчиками: на этой плате /dev/serial0 — разъём для отладки. GPIO14 и 15 — /dev/ttyAMA0.", `printf '\n[table]\nport = "/dev/ttyAMA0"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"a table panel at the lesser line", func(m *machine) { m.uart("/dev/serial0", "ttyS0") }, []said{
		noDaemon,
		{"table", warn, "Table panel: /dev/serial0 is the lesser serial line, whose speed follows the processor's; Bluetooth has the good one. If bytes are garbled, do without Bluetooth, then restart.", "Стол с датчиками: /dev/serial0 — линия похуже, её скорость зависит от процессора; хорошую занял Bluetooth. Если байты портятся, откажитесь от Bluetooth и перезагрузите.", `printf '\n[all]\ndtoverlay=disable-bt\n' | sudo tee -a /boot/firmware/config.txt`},
	}},
	{"a table panel at GPIO14 and 15 as it should be", func(m *machine) { m.uart("/dev/serial0", "ttyAMA0") }, []said{noDaemon}},
	{"serial devices that are none, and several", func(m *machine) {
		m.Config.Scanner.Port, m.Config.Printer.Port = "/dev/ttyUSB0", "/dev/ttyUSB1"
		m.node("/dev/serial/by-id/usb-A", i2cGroup)
		m.node("/dev/serial/by-id/usb-B", i2cGroup)
		m.node("/dev/ttyUSB1", i2cGroup)
		m.refused["/dev/ttyUSB1"] = syscall.EIO
	}, []said{
		noDaemon,
		{"scanner", bad, "Scanner: there is no /dev/ttyUSB0. Plugged in are /dev/serial/by-id/usb-A, /dev/serial/by-id/usb-B. Tell the config which it is.", "Сканер: нет /dev/ttyUSB0. Подключены /dev/serial/by-id/usb-A, /dev/serial/by-id/usb-B. Запишите в настройки, какое из них.", "nano /home/pi/.local/state/companion/companion.toml"},
		{"printer", bad, "/dev/ttyUSB1: can't be used: input/output error", "/dev/ttyUSB1: не годится: input/output error", ""},
	}},
	{"a serial device that isn't plugged in", func(m *machine) { m.Config.Scanner.Port = "/dev/ttyUSB0" }, []said{
		noDaemon,
		{"scanner", bad, "Scanner: there is no /dev/ttyUSB0, and no other serial device is plugged in. Plug it in.", "Сканер: нет /dev/ttyUSB0, и других последовательных устройств не подключено. Подключите его.", ""},
	}},
	{"a USB printer that the config doesn't name, and one for pages", func(m *machine) {
		m.usbPrinter("lp0", 20, "MFG:EPSON;CMD:ESC/POS;MDL:TM-T20II;CLS:PRINTER;DES:EPSON TM-T20II;")
		m.usbPrinter("lp1", 20, "MFG:HP;MDL:LaserJet;CMD:PJL,PCLXL,URF;")
		m.usbPrinter("lp2", 20, "")
	}, []said{
		noDaemon,
		{"printer", absent, "Printer: EPSON TM-T20II (/dev/usb/lp0) is plugged in, but the config doesn't name it. To print receipts on it, tell the config, then start the service anew.", "Принтер: подключён EPSON TM-T20II (/dev/usb/lp0), но в настройках его нет. Чтобы печатать на нём чеки, запишите его в настройки и перезапустите службу.", `printf '\n[printer]\nport = "/dev/usb/lp0"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
		{"printer", absent, "Printer: /dev/usb/lp2 is plugged in, but the config doesn't name it. To print receipts on it, tell the config, then start the service anew.", "Принтер: подключён /dev/usb/lp2, но в настройках его нет. Чтобы печатать на нём чеки, запишите его в настройки и перезапустите службу.", `printf '\n[printer]\nport = "/dev/usb/lp2"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"a USB printer as it should be", func(m *machine) { m.usbPrinter("lp0", i2cGroup, ""); m.Config.Printer.Port = "/dev/usb/lp0" }, []said{noDaemon}},
	{"a USB printer that the running companion has", func(m *machine) {
		m.runs()
		m.usbPrinter("lp0", companion, "")
		m.write("/etc/group", "companion:x:990:\n")
		m.refused["/dev/usb/lp0"] = syscall.EACCES // to this user
		m.paper["/dev/usb/lp0"] = syscall.EBUSY
		m.Config.Printer.Port = "/dev/usb/lp0"
	}, nil},
	{"a USB printer without paper", func(m *machine) {
		m.usbPrinter("lp0", i2cGroup, "MFG:Xprinter;MDL:XP-58;")
		m.paper["/dev/usb/lp0"] = errNoPaper
		m.Config.Printer.Port = "/dev/usb/lp0"
	}, []said{
		noDaemon,
		{"printer", warn, "Printer: Xprinter XP-58 (/dev/usb/lp0) is out of paper.", "Принтер: в Xprinter XP-58 (/dev/usb/lp0) кончилась бумага.", ""},
	}},
	{"a USB printer that another program has open", func(m *machine) {
		m.usbPrinter("lp0", i2cGroup, "")
		m.paper["/dev/usb/lp0"] = syscall.EBUSY
		m.Config.Printer.Port = "/dev/usb/lp0"
	}, []said{
		noDaemon,
		{"printer", bad, "Printer: another program uses /dev/usb/lp0. End that program.", "Принтер: /dev/usb/lp0 занят другой программой. Закройте её.", ""},
	}},
	{"a USB printer for root alone", func(m *machine) {
		m.usbPrinter("lp0", rootGroup, "")
		m.refused["/dev/usb/lp0"] = syscall.EACCES
		m.Config.Printer.Port = "/dev/usb/lp0"
	}, []said{
		noDaemon,
		{"printer", bad, "/dev/usb/lp0: only root may use it. Give it to a group.", "/dev/usb/lp0: пользоваться может только root. Отдайте его группе.", `echo 'SUBSYSTEM=="usbmisc", KERNEL=="lp[0-9]*", GROUP="companion", MODE="0660"' | sudo tee -a /etc/udev/rules.d/60-companion.rules && sudo udevadm control --reload && sudo udevadm trigger`},
	}},
	{"a USB printer at another number", func(m *machine) {
		m.usbPrinter("lp1", i2cGroup, "")
		m.Config.Printer.Port = "/dev/usb/lp0"
	}, []said{
		noDaemon,
		{"printer", bad, "Printer: there is no /dev/usb/lp0, but /dev/usb/lp1 is plugged in. If that is it, tell the config.", "Принтер: нет /dev/usb/lp0, но подключено /dev/usb/lp1. Если это оно, запишите в настройки.", `printf '\n[printer]\nport = "/dev/usb/lp1"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"a printer that the config takes for a serial device", func(m *machine) {
		m.usbPrinter("lp0", i2cGroup, "")
		m.Config.Printer.Port = "/dev/ttyUSB0"
	}, []said{
		noDaemon,
		{"printer", bad, "Printer: there is no /dev/ttyUSB0, but /dev/usb/lp0 is plugged in. If that is it, tell the config.", "Принтер: нет /dev/ttyUSB0, но подключено /dev/usb/lp0. Если это оно, запишите в настройки.", `printf '\n[printer]\nport = "/dev/usb/lp0"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"a USB printer that isn't plugged in", func(m *machine) {
		m.write("/sys/bus/usb/devices/1-1:1.0/bInterfaceClass", "03\n")
		m.Config.Printer.Port = "/dev/usb/lp0"
	}, []said{
		noDaemon,
		{"printer", bad, "Printer: there is no /dev/usb/lp0: no USB printer is plugged in, or it is switched off.", "Принтер: нет /dev/usb/lp0: принтер не подключён по USB или выключен.", ""},
	}},
	{"a USB printer without its driver", func(m *machine) {
		m.write("/sys/bus/usb/devices/1-1:1.0/bInterfaceClass", "07\n")
		m.Config.Printer.Port = "/dev/usb/lp0"
	}, []said{
		noDaemon,
		{"printer", bad, "Printer: plugged in, but its kernel module usblp isn't loaded.", "Принтер: подключён, но его модуль ядра usblp не загружен.", "sudo modprobe usblp"},
	}},
	{"a USB printer that CUPS has", func(m *machine) {
		m.write("/sys/bus/usb/devices/1-1:1.0/bInterfaceClass", "07\n")
		m.link("/sys/bus/usb/devices/1-1:1.0/driver", "../../../../../bus/usb/drivers/usbfs")
		m.Config.Printer.Port = "/dev/usb/lp0"
	}, []said{
		noDaemon,
		{"printer", bad, "Printer: plugged in, but another program has it, perhaps CUPS. Remove it there.", "Принтер: подключён, но занят другой программой, возможно CUPS. Удалите его там.", ""},
	}},
	{"a scanner that is a keyboard and not in the config", func(m *machine) { m.keyboard(2, "1a86", "e129", "USBKey Module", rootGroup) }, []said{
		noDaemon,
		{"scanner", absent, "Scanner: the config names none, but USBKey Module (usb:1a86:e129) is plugged in as a USB keyboard. If that is a scanner, and not a keyboard, tell the config.", "Сканер: в настройках его нет, но по USB как клавиатура подключён USBKey Module (usb:1a86:e129). Если это сканер, а не клавиатура, запишите в настройки.", `printf '\n[scanner]\nport = "usb:1a86:e129"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"a scanner and a keyboard, neither in the config", func(m *machine) {
		m.keyboard(2, "1a86", "e129", "USBKey Module", rootGroup)
		m.keyboard(3, "046d", "c31c", "Logitech K120", rootGroup)
		m.keyboard(4, "046d", "c31c", "Logitech K120", rootGroup)
	}, []said{
		noDaemon,
		{"scanner", absent, "Scanner: the config names none, but Logitech K120 (usb:046d:c31c), USBKey Module (usb:1a86:e129) are plugged in as USB keyboards. If one is a scanner, tell the config.", "Сканер: в настройках его нет, но по USB как клавиатуры подключены Logitech K120 (usb:046d:c31c), USBKey Module (usb:1a86:e129). Если среди них есть сканер, запишите в настройки.", "nano /home/pi/.local/state/companion/companion.toml"},
	}},
	{"a scanner that is a keyboard, of the service", func(m *machine) {
		m.runs()
		m.Config.Scanner.Port = "usb:1a86:e129"
		m.keyboard(2, "1a86", "e129", "USBKey Module", companion)
	}, nil},
	{"a scanner that the service hasn't got yet", func(m *machine) {
		m.runs()
		m.Config.Scanner.Port = "USB:1A86:E129"
		m.keyboard(2, "1a86", "e129", "USBKey Module", rootGroup)
		m.write("/usr/lib/udev/rules.d/60-companion.rules", `SUBSYSTEM=="input", KERNEL=="event*"`)
		m.seen = []doctor.DeviceAccess{{Part: "scanner", Node: "/dev/input/event2", State: "denied", Says: "permission denied"}}
	}, []said{
		{"scanner", bad, "Scanner: USBKey Module (usb:1a86:e129) is plugged in, but the companion hasn't got it yet. Pull it out and plug it in again, or run this line.", "Сканер: USBKey Module (usb:1a86:e129) подключён, но companion его ещё не получил. Выньте его из гнезда и вставьте снова, или выполните эту строку.", "sudo udevadm trigger --settle --subsystem-match=input"},
	}},
	{"a scanner without the rule of the package", func(m *machine) {
		m.runs()
		m.Config.Scanner.Port = "usb:1a86:e129"
		m.keyboard(2, "1a86", "e129", "USBKey Module", rootGroup)
	}, []said{
		{"scanner", bad, "Scanner: USBKey Module (usb:1a86:e129) is plugged in, but the companion may not read it. This line gives it this scanner and no other device.", "Сканер: USBKey Module (usb:1a86:e129) подключён, но читать его companion нельзя. Эта строка отдаст ему один этот сканер.", `echo 'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="1a86", ATTRS{id/product}=="e129", OWNER="companion", MODE="0400"' | sudo tee /etc/udev/rules.d/61-companion-scanner.rules && sudo udevadm control --reload && sudo udevadm trigger --settle --subsystem-match=input`},
	}},
	{"a scanner of a companion run by hand", func(m *machine) {
		m.Config.Scanner.Port = "usb:1a86:e129"
		m.keyboard(2, "1a86", "e129", "USBKey Module", rootGroup)
		m.refused["/dev/input/event2"] = syscall.EACCES
	}, []said{
		noDaemon,
		{"scanner", bad, "Scanner: USBKey Module (usb:1a86:e129) is plugged in, but the companion may not read it. This line gives it this scanner and no other device.", "Сканер: USBKey Module (usb:1a86:e129) подключён, но читать его companion нельзя. Эта строка отдаст ему один этот сканер.", `echo 'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="1a86", ATTRS{id/product}=="e129", OWNER="pi", MODE="0400"' | sudo tee /etc/udev/rules.d/61-companion-scanner.rules && sudo udevadm control --reload && sudo udevadm trigger --settle --subsystem-match=input`},
	}},
	{"a scanner that isn't plugged in", func(m *machine) { m.Config.Scanner.Port = "usb:1a86:e129" }, []said{
		noDaemon,
		{"scanner", bad, "Scanner: usb:1a86:e129 isn't plugged in, and no other USB keyboard is. Plug it in.", "Сканер: usb:1a86:e129 не подключён, других клавиатур по USB тоже нет. Подключите его.", ""},
	}},
	{"another scanner than the config's", func(m *machine) {
		m.Config.Scanner.Port = "usb:1a86:e129"
		m.keyboard(2, "0416", "c141", "Barcode Reader", rootGroup)
	}, []said{
		noDaemon,
		{"scanner", bad, "Scanner: usb:1a86:e129 isn't plugged in, but Barcode Reader (usb:0416:c141) is. If that is the scanner, and not your keyboard, tell the config.", "Сканер: usb:1a86:e129 не подключён, но подключён Barcode Reader (usb:0416:c141). Если это сканер, а не ваша клавиатура, запишите в настройки.", `printf '\n[scanner]\nport = "usb:0416:c141"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"several keyboards, none of them the config's", func(m *machine) {
		m.Config.Scanner.Port = "usb:1a86:e129"
		m.keyboard(2, "0416", "c141", "Barcode Reader", rootGroup)
		m.keyboard(3, "046d", "c31c", "", rootGroup)
	}, []said{
		noDaemon,
		{"scanner", bad, "Scanner: usb:1a86:e129 isn't plugged in. Plugged in as keyboards are (usb:046d:c31c), Barcode Reader (usb:0416:c141). Tell the config which is the scanner.", "Сканер: usb:1a86:e129 не подключён. Как клавиатуры подключены (usb:046d:c31c), Barcode Reader (usb:0416:c141). Запишите в настройки, что из них сканер.", "nano /home/pi/.local/state/companion/companion.toml"},
	}},
	{"the rules of the service forbid the scanner", func(m *machine) {
		m.runs()
		m.Config.Scanner.Port = "usb:1a86:e129"
		m.keyboard(2, "1a86", "e129", "USBKey Module", companion)
		m.seen = []doctor.DeviceAccess{{Part: "scanner", Node: "/dev/input/event2", State: "forbidden", Says: "operation not permitted"}}
	}, []said{
		{"daemon.devices", bad, "Scanner: the rules of the companion's service forbid it to use /dev/input/event2. Allow it, then start the service anew.", "Сканер: открыть /dev/input/event2 службе companion запрещают её правила. Разрешите и перезапустите службу.", `sudo install -d /etc/systemd/system/companiond.service.d && printf '[Service]\nDeviceAllow=char-13 r\n' | sudo tee -a /etc/systemd/system/companiond.service.d/devices.conf && sudo systemctl daemon-reload && sudo systemctl restart companiond`},
	}},
	{"a display on SPI whose line is taken", func(m *machine) {
		m.Config.Panel.Bus, m.Config.Panel.DC, m.Config.Panel.Reset = "SPI0.1", "GPIO24", "GPIO25"
		m.node("/dev/spidev0.1", i2cGroup)
		m.holders["GPIO24"] = "gpioset@99"
	}, []said{
		noDaemon,
		{"panel.dc", bad, "Line GPIO24 (pin 18): taken by the program gpioset, so panel.dc can't have it. End that program.", "Линия GPIO24 (контакт 18): занята программой gpioset, поэтому panel.dc её не получит. Закончите ту программу.", "kill 99"},
	}},
	{"the bus can't be opened, the keys can't be read", func(m *machine) {
		m.Host.I2C = func(string) (i2c.BusCloser, error) {
			return nil, errors.New("sysfs-i2c: bus #1 is not configured: too many open files")
		}
		m.silent = errors.New("no such device")
	}, []said{
		noDaemon,
		{"i2c", bad, "I2C1: can't be used: too many open files", "I2C1: не годится: too many open files", ""},
		{"keys", bad, "Keys: no such device", "Клавиши: no such device", ""},
	}},
	{"a debounce that is none", func(m *machine) { m.Config.Keys.Debounce = 0 }, []said{
		noDaemon,
		{"keys", bad, "Keys: debounce 0s: want at least 1ms", "Клавиши: debounce 0s: want at least 1ms", "nano /home/pi/.local/state/companion/companion.toml"},
	}},
	{"a Raspberry Pi without GPIO, and a disk that can't be asked", func(m *machine) {
		m.remove("/dev/gpiochip0")
		m.Disk = func(string) (doctor.Disk, error) { return doctor.Disk{}, syscall.EIO }
	}, []said{
		{"state", bad, "State folder: /home/pi/.local/state/companion can't be used: input/output error", "Папка состояния: /home/pi/.local/state/companion не годится: input/output error", ""},
		noDaemon,
		{"gpio", bad, "GPIO: no lines on this machine.", "GPIO: линий на этой машине нет.", ""},
	}},
	{"a state folder that is still to be made", func(m *machine) { m.Folder = "/home/pi/new/companion" }, []said{noDaemon}},
	{"a state folder with a fault", func(m *machine) { m.refused[m.Folder] = syscall.ELOOP }, []said{
		{"state", bad, "State folder: /home/pi/.local/state/companion can't be used: too many levels of symbolic links", "Папка состояния: /home/pi/.local/state/companion не годится: too many levels of symbolic links", ""},
		noDaemon,
	}},
	{"a config of another user that is no TOML", func(m *machine) {
		m.write(m.File, "[panel]\nchip = ssd1306\n")
		m.refused[m.File] = syscall.EACCES
		m.ConfigErr = broken(m, "[panel]\nchip = ssd1306\n")
	}, []said{
		{"config", bad, "Config: /home/pi/.local/state/companion/companion.toml, line 2: expected value but found \"ssd\" instead", "Настройки: /home/pi/.local/state/companion/companion.toml, строка 2: expected value but found \"ssd\" instead", "sudo nano +2 /home/pi/.local/state/companion/companion.toml"},
		noDaemon,
	}},
	{"a config that may not be read", func(m *machine) { m.ConfigErr = &fs.PathError{Op: "open", Path: m.File, Err: syscall.EACCES} }, []said{
		{"config", bad, "Config: you may not read /home/pi/.local/state/companion/companion.toml.", "Настройки: вам нельзя читать /home/pi/.local/state/companion/companion.toml.", "sudo chmod a+r /home/pi/.local/state/companion/companion.toml"},
		noDaemon,
	}},
	{"buses that can't be", func(m *machine) { m.Config.Panel.Bus, m.Config.Matrix.Bus = "i2c-1", "SPI0" }, []said{
		noDaemon,
		{"i2c", bad, "There is no I²C bus “i2c-1”; the one on the header is I2C1.", "Шины I²C «i2c-1» не бывает; на разъёме это I2C1.", `printf '\n[panel]\nbus = "I2C1"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
		{"spi", bad, "There is no SPI port “SPI0”; those on the header are SPI0.0 and SPI0.1.", "Порта SPI «SPI0» не бывает; на разъёме это SPI0.0 и SPI0.1.", `printf '\n[matrix]\nbus = "SPI0.0"\n' | tee -a /home/pi/.local/state/companion/companion.toml`},
	}},
	{"a laptop with nothing but a keyboard", func(m *machine) {
		m.keyboard(2, "046d", "c31c", "Logitech K120", rootGroup)
		m.remove("/proc/device-tree/model", "/dev/i2c-1", "/dev/spidev0.0", "/dev/gpiochip0", "/boot/firmware/config.txt")
		delete(m.programs, "vcgencmd get_throttled")
	}, []said{
		{"board", absent, "This is no Raspberry Pi, and it has neither I²C nor GPIO. The panel plays here in the terminal and the browser.", "Это не Raspberry Pi, и здесь нет ни I²C, ни GPIO. Панель играет в терминале и в браузере.", "companiond -panel sim"},
		noDaemon,
		{"i2c", absent, "I2C1: not on this machine.", "I2C1: на этой машине нет.", ""},
		{"spi", absent, "SPI0.0: not on this machine.", "SPI0.0: на этой машине нет.", ""},
		{"gpio", absent, "GPIO: no lines on this machine.", "GPIO: линий на этой машине нет.", ""},
	}},
	{"a laptop with buses of its own, and a keyboard", func(m *machine) {
		m.keyboard(2, "046d", "c31c", "Logitech K120", rootGroup)
		m.remove("/proc/device-tree/model", "/dev/spidev0.0", "/boot/firmware/config.txt", "/usr/bin/raspi-config")
		delete(m.programs, "vcgencmd get_throttled")
		m.clocked(100_000)
	}, []said{
		{"board", absent, "This is no Raspberry Pi. The panel plays in the terminal and the browser, whatever is wired.", "Это не Raspberry Pi. Что бы ни было подключено, панель играет в терминале и в браузере.", "companiond -panel sim"},
		noDaemon,
		{"i2c.speed", warn, "I2C1: only 100 kHz, so a whole picture takes a tenth of a second. Make it 400, then restart.", "I2C1: всего 100 кГц, целая картинка идёт десятую долю секунды. Поставьте 400 и перезагрузите.", ""},
		{"spi", bad, "SPI0.0: switched off. Switch it on, then restart.", "SPI0.0: выключено. Включите и перезагрузите.", ""},
	}},
}

// paced is a store that was so fast on an evening; its slowest change took 3 s.
func paced(p doctor.Pace) func(string) (doctor.Pace, error) {
	p.Day, p.Worst = "2026-11-21", 3*time.Second
	return func(string) (doctor.Pace, error) { return p, nil }
}

// uart gives the table panel a port, which may be a link to a node.
func (m *machine) uart(port, node string) {
	m.Config.Table.Port = port
	m.node("/dev/"+node, 20)
	if port != "/dev/"+node {
		m.link(port, node)
	}
}

// serve installs the service.
func (m *machine) serve() {
	m.write(service, "[Unit]\n")
	m.File, m.Folder = "/etc/companion/companion.toml", "/var/lib/companion"
	m.folder(m.Folder, companion)
}

// errNoPaper is what the fake printer says.
var errNoPaper = errors.New("no paper")

// usbPrinter plugs a USB printer in, with its IEEE 1284 device id.
func (m *machine) usbPrinter(name string, group uint32, id string) {
	m.node("/dev/usb/"+name, group)
	m.write("/sys/class/usbmisc/"+name+"/device/ieee1284_id", id+"\n")
}

// keyboard plugs in a USB keyboard whose node belongs to a user.
func (m *machine) keyboard(n int, vendor, product, name string, user uint32) {
	folder := fmt.Sprintf("/sys/class/input/event%d/device/", n)
	for file, text := range map[string]string{"id/bustype": "0003", "id/vendor": vendor, "id/product": product, "name": name, "capabilities/key": "fffffffffffffffe"} {
		m.write(folder+file, text+"\n")
	}
	m.files[fmt.Sprintf("dev/input/event%d", n)] = &fstest.MapFile{Mode: fs.ModeDevice | 0o400, Sys: &syscall.Stat_t{Uid: user}}
}

// broken is what is wrong with a config.
func broken(m *machine, text string) error {
	_, err := doctor.ReadConfig(m.temporary(text), m.Words)
	return err
}

func TestEachMachineIsDescribedInBothLanguages(t *testing.T) {
	for _, lang := range words.Langs {
		for _, c := range machines {
			t.Run(string(lang)+" "+c.name, func(t *testing.T) {
				var want []doctor.Finding
				for _, w := range c.want {
					says := w.en
					if lang == words.Russian {
						says = w.ru
					}
					want = append(want, doctor.Finding{Check: w.check, State: w.state, Says: says, Mend: w.mend})
				}
				m := healthy(lang)
				m.t = t
				c.is(m)
				synctest.Test(t, func(t *testing.T) { same(t, news(m.Look()), want) })
			})
		}
	}
}

func TestAHealthyMachineIsDescribedInFull(t *testing.T) {
	m := healthy(words.English)
	m.Config.Buzzer.Line = "GPIO26"
	m.addresses[0x70], m.addresses[0x68] = true, true
	m.Pace = paced(doctor.Pace{Keeps: 812, P99: 40 * time.Millisecond})
	m.Config.Matrix.Chip, m.Config.Matrix.Bus, m.Config.Tags.Bus = "ht16k33", "I2C1", "SPI0.1"
	m.node("/dev/spidev0.1", i2cGroup)
	m.write("/proc/812/comm", "companiond\n")
	m.ConfigErr = nil
	const want = `✓ Board: Raspberry Pi 4 Model B Rev 1.5.
✓ Power: There is power enough.
✓ Clock: 2026-11-21 20:08.
✓ Config: /home/pi/.local/state/companion/companion.toml can be read.
✓ State folder: /home/pi/.local/state/companion, 8192 MB free.
✓ Card: the kernel has told of no errors since the start.
✓ Card: of 100 changes on 2026-11-21, 99 were kept within 40 ms.
✓ Companion: it is running, process 812.
✓ Companion: it may use all that its config names.
✓ I2C1: answers at 0x3C (display), 0x68, 0x70 (lamps).
✓ I2C1: 400 kHz.
✓ Display: answers at 0x3C.
✓ Lamps: answer at 0x70.
✓ SPI0.1: ready. What hangs on it can't be asked, only looked at.
✓ GPIO: ready.
✓ Keys: all lines are free and no contact is closed: ◄ GPIO5, ▲ GPIO6, ▼ GPIO13, ● GPIO19.
✓ Line GPIO26 (pin 37) for buzzer: free.
✓ Line GPIO25 (pin 22) for tags.reset: free.
✓ Line GPIO24 (pin 18) for tags.irq: free.
✓ Speech: espeak-ng speaks by the sound card Headphones.
`
	synctest.Test(t, func(t *testing.T) {
		var got bytes.Buffer
		if err := doctor.Write(&got, m.Look()); err != nil || got.String() != want {
			t.Errorf("got %v\n%s\nwant\n%s", err, &got, want)
		}
	})
}

func TestEveryMendingLineIsOneForTheShell(t *testing.T) {
	for _, c := range machines {
		for _, w := range c.want {
			if out, err := exec.Command("sh", "-n", "-c", w.mend).CombinedOutput(); err != nil || strings.Contains(w.mend, "\n") {
				t.Errorf("%s: %s: %s", c.name, w.mend, out)
			}
		}
	}
}

func TestTheVerdictCounts(t *testing.T) {
	some := func(states ...doctor.State) (findings []doctor.Finding) {
		for _, s := range states {
			findings = append(findings, doctor.Finding{State: s})
		}
		return findings
	}
	for _, c := range []struct {
		findings []doctor.Finding
		well     bool
		en, ru   string
	}{
		{nil, true, "All is well.", "Всё в порядке."},
		{some(doctor.OK, absent, warn), true, "All is well. 1 could be better.", "Всё в порядке. Могло быть лучше: 1."},
		{some(bad), false, "1 thing is wrong.", "Не в порядке: 1 вещь."},
		{some(bad, bad, warn, bad), false, "3 things are wrong. 1 could be better.", "Не в порядке: 3 вещи. Могло быть лучше: 1."},
	} {
		en, ru := doctor.Verdict(c.findings, words.Companion(words.English)), doctor.Verdict(c.findings, words.Companion(words.Russian))
		if en != c.en || ru != c.ru || doctor.Well(c.findings) != c.well {
			t.Errorf("got %q, %q, want %q, %q", en, ru, c.en, c.ru)
		}
	}
}

func TestProgramsReadTheFindingsAsJSON(t *testing.T) {
	for _, c := range []struct {
		findings []doctor.Finding
		want     string
	}{
		{nil, `{"well":true,"findings":[]}`},
		{
			[]doctor.Finding{{Check: "i2c", State: bad, Says: "I2C1: <off>.", Mend: "a && b"}},
			`{"well":false,"findings":[{"check":"i2c","state":"bad","says":"I2C1: <off>.","mend":"a && b"}]}`,
		},
	} {
		var got bytes.Buffer
		if err := doctor.WriteJSON(&got, c.findings); err != nil || got.String() != c.want+"\n" || !json.Valid(got.Bytes()) {
			t.Errorf("got %v, %s, want %s", err, &got, c.want)
		}
	}
}
