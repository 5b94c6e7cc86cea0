// A case for the tabletop companion: a wedge with a tilted panel. The comment of this
// folder's Go package is the manual. Lengths are in mm, angles in degrees.
//
//     openscad -D 'part="front"' -D 'oled="1.3"' -D 'pi="pi4"' -o front.stl case.scad

/* [Output] */

// the assembly, a printed part, a bought part, or a check
part = "assembly"; // [assembly, exploded, front, back, caps, clips, board, oled, matrix, keys, plugs, screws, board_screws, wires, board_wires, feet, names, overlap, grip]
// pairs of solids that part = "overlap" intersects; part = "grip" uses the first of each pair
pairs = [["front", "back"]];
// a solid moved out of its position, to test the checks
nudged = "";
nudge = [0, 0, 0];

/* [Contents] */

// size of the OLED module, inches
oled = "0.96"; // [0.96, 1.3]
// model of the Raspberry Pi
pi = "zero2w"; // [zero2w, pi3, pi4, pi5]
// an opening for HDMI
hdmi = true;
// an opening for the audio jack, where the Pi has one
audio = true;
// material for the M2.5 screws of the lid and the Pi: plastic, or heat-set inserts
thread = "plastic"; // [plastic, insert]

/* [Box] */

// width
width = 98; // [98:120]
// depth
depth = 90; // [90:120]
// height of the front edge
front_height = 28; // [28:40]
// tilt of the panel
tilt = 20; // [20:30]
// walls and floor
wall = 2; // [1.6:0.2:3]
// thickness of the panel
lid = 2.5; // [2.5:0.1:3]
// radius of the upright edges
corner = 8; // [6:10]
// chamfer around panel and floor
chamfer = 1.2; // [0:0.1:1.5]
// gap around inserted parts, on each side
tolerance = 0.3; // [0.1:0.05:0.5]
// gap around plugs, on each side
plug_air = 0.4; // [0.2:0.1:1]

/* [Panel] */

// height of the keys' centre on the panel
keys_at = 15; // [15:18]
// height of the centre of OLED window and matrix on the panel
displays_at = 60; // [58:64]
// distance of each display's centre from the centre of the panel
displays_apart = 21.5; // [21:0.5:22]
// from the face of the matrix to the back of its board
matrix_depth = 13; // [8:0.5:16]
// edge of the matrix
matrix_edge = 32;
// distance of the screen's centre above the module's centre; measure your module
oled_lift = 2.1; // [-3:0.1:3]

/* [Screws] */

// pilot hole for M2 in plastic
pilot_2 = 1.7;
// pilot hole for M2.5 in plastic
pilot_25 = 2.1;
// hole for a heat-set insert M2.5
insert_hole = 3.4;
// stand-offs below the Pi
standoff = 4; // [4:0.5:6]
// minimum of plastic around a thread
flesh = 1.0;
// minimum length of a thread in plastic for part = "grip", in diameters
grip = 1.4;

/* [Wires] */

// from a module's pins to the end of the wires' bend: housing of a jumper wire 14, bend 4
wire_room = 18;

/* [Hidden] */

fit = 0.05; // gap between touching parts, so that an intersection is really empty
$fn = 16;
slope = tan(tilt);
length = depth / cos(tilt); // of the panel
middle = width / 2;
key_pitch = 8 * 2.54;
sd_gap = 2.2;   // from the Pi's edge with the card to the wall
back_gap = 3.2; // from the Pi's edge with the power socket to the wall

// ---- Bought parts: dimensions and their sources ----

// Pi: outline, holes, centre of the header, x of the sockets at the edge y = 0, y of the
// sockets at the opposite end, the card's y and its side of the board. The source is the
// "Mechanical drawing" of each model at datasheets.raspberrypi.com: rpizero2, rpi3 (3B,
// 3B+), rpi4, rpi5. The origin is the corner between card and power.
function board_of(pi) =
	pi == "zero2w" ? [[65, 30], 23, [["mini-hdmi", 12.4], ["micro-usb", 41.4], ["micro-usb", 54]], [], [16.9, 1]] :
	pi == "pi3" ? [[85, 56], 49, [["micro-usb", 10.6], ["hdmi", 32], ["audio", 53.5]],
		[["ethernet", 10.25], ["usb-a", 29], ["usb-a", 47]], [28, -1]] :
	pi == "pi4" ? [[85, 56], 49, [["usb-c", 11.2], ["micro-hdmi", 26], ["micro-hdmi", 39.5], ["audio", 54]],
		[["usb-a", 9], ["usb-a", 27], ["ethernet", 45.75]], [28, -1]] :
	pi == "pi5" ? [[85, 56], 49, [["usb-c", 11.2], ["micro-hdmi", 25.8], ["micro-hdmi", 39.2]],
		[["ethernet", 10.2], ["usb-a", 29.1], ["usb-a", 47]], [28, -1]] :
	assert(false, str("no Pi is called ", pi));
board = board_of(pi);
board_thick = 1.5; // the drawings say 1.4 to 1.6
board_holes = [for (x = [3.5, 61.5], y = [3.5, 3.5 + board[1]]) [x, y]]; // M2.5, diameter 2.7
header = [32.5, 3.5 + board[1]]; // 2x20 pins of 2.54

// Sockets: width, depth, height, overhang beyond the board. Plugs: width and height of
// the moulding, height of its centre above the board.
// USB-C: 12.35 x 6.5 at most, USB Type-C specification. Micro-USB: 10.6 x 8.5 at most,
// Micro-USB specification 1.01. The others are usual mouldings.
function socket_of(kind) =
	kind == "usb-c" ? [9, 7.4, 3.3, 1.3, [12.4, 6.5], [1.65]] :
	kind == "micro-usb" ? [7.8, 5.6, 2.9, 1.2, [10.6, 8.5], [1.45]] :
	kind == "hdmi" ? [15, 11.7, 6.5, 1.7, [21, 11.5], [3.2]] :
	kind == "mini-hdmi" ? [11.3, 7.6, 3.4, 1, [16, 9.5], [1.7]] :
	kind == "micro-hdmi" ? [6.6, 7.7, 3.1, 1.2, [12.8, 8], [1.55]] :
	kind == "audio" ? [7, 12.5, 6, 2.6, [9, 9], [3]] :
	kind == "usb-a" ? [13.2, 17.6, 16, 3, [15.6, 7.8], [4, 12]] :
	kind == "ethernet" ? [16, 21.3, 13.6, 3, [14, 13], [7]] :
	assert(false, str("no socket is called ", kind));

function is_hdmi(kind) = kind == "hdmi" || kind == "mini-hdmi" || kind == "micro-hdmi";
function wanted(kind) = (hdmi || !is_hdmi(kind)) && (audio || kind != "audio");

// OLED: board, holes, glass, its visible area, height of the glass above the board, and
// the post that holds the module. 0.96": glass 26.7 x 19.26, active 21.74 x 10.86;
// 1.3": glass 34.5 x 23, active 29.42 x 14.7 (from the data sheets of the glass; the
// boards are those of the four-pin I2C modules). The window shows 1 mm more on each side.
oled_parts = oled == "0.96" ? [[27.3, 27.8], [23.5, 23.8], [26.7, 19.3], [23.7, 12.9], 2.4, 4] :
	oled == "1.3" ? [[35.4, 33.5], [30.4, 28.5], [34.5, 23], [31.4, 16.7], 2.4, 5] :
	assert(false, str("no OLED has ", oled, " inches"));
oled_back = lid + oled_parts[4] + 1.2; // its board is 1.2

// Four tactile switches 12 x 12 with a square plunger, 7.3 high (Omron B3F-4055, B3F
// data sheet), on a perforated board 2 x 8 cm with holes of 2 in its corners. The level
// shifter 74AHCT125 sits on its back, between up and down.
keys_board = [80, 20, 1.6];
keys_holes = [76, 16];
plunger_top = 1;                       // below the face of the panel
keys_front = plunger_top + 7.3;        // the board's front, below the face of the panel
cap_edge = 13;
engraved = 0.8;
cap_rise = 2.2;                        // above the face of the panel

// FC-16: a MAX7219 behind a 1088AS matrix, 32 x 32. Its holes can't be reached, so clips
// hold it at the two edges without pins, left and right.
matrix_back = lid + fit + matrix_depth;
rib = 1.2;
clip_at = matrix_edge / 2 + tolerance + rib + 2.7;
clip = [9, 3]; // width, thickness
clip_post = 6;

// Screws: diameter, length, thickness of the fastened part, diameter and height of the head.
function screw_of(use) =
	use == "lid" ? ["M2.5", lid_screw, lid, 5, 0] :
	use == "board" ? ["M2.5", 6, board_thick, 5, 2] :
	use == "oled" ? ["M2", 5, 1.2, 3.8, 1.6] :
	use == "keys" ? ["M2", 6, keys_board.z, 3.8, 1.6] :
	["M2.5", 8, clip[1], 5, 2]; // clips
lid_screw = 8;
lid_screws_in = [5.5, max(5.5, (lid_screw * sin(tilt) + 3.5) / cos(tilt))]; // from the edges; the tips tilt towards the back
panel_uses = ["lid", "oled", "keys", "clips"];
function in_inserts(use) = thread == "insert" && (use == "lid" || use == "board");
function pilot(use) = in_inserts(use) ? insert_hole : screw_of(use)[0] == "M2" ? pilot_2 : pilot_25;
deeper = 0.6; // excess depth of a pilot hole over its screw

// ---- Positions ----

// on_panel has u to the right, v up the panel, and the panel's face at w = 0.
module on_panel() translate([0, 0, front_height]) rotate([tilt, 0, 0]) children();

// On the panel, the origin of on_oled and on_matrix is the centre of the window, of on_keys the
// centre of the row. The model joins the parts on the panel before it tilts them, for speed.
module on_oled() translate([middle - displays_apart, displays_at]) children();
module on_matrix() translate([middle + displays_apart, displays_at]) children();
module on_keys() translate([middle, keys_at]) children();
module each_key() for ($key = [0:3]) translate([($key - 1.5) * key_pitch, 0]) children();

// on_board has the Pi's own coordinates, on top of the board. The power socket is at the
// back, the card at the right.
module on_board() translate([width - wall - sd_gap, depth - wall - back_gap, wall + standoff + board_thick])
	rotate(180) children();

// on_heads has the undersides of a use's screw heads at z = 0, and the shanks point down.
// points_of returns their positions. Only the Pi's screws are not on the panel.
module on_heads(use) {
	if (use == "lid") translate([middle, length / 2]) children();
	if (use == "board") on_board() translate([0, 0, fit]) children();
	if (use == "oled") on_oled() translate([0, -oled_lift, -oled_back - 2 * fit]) rotate([180, 0, 0]) children();
	if (use == "keys") on_keys() translate([0, 0, -keys_front - keys_board.z - 2 * fit]) rotate([180, 0, 0]) children();
	if (use == "clips") on_matrix() translate([0, 0, -matrix_back - clip[1] - 2 * fit]) rotate([180, 0, 0]) children();
}

function corners(size) = [for (x = [-1, 1], y = [-1, 1]) [x * size.x, y * size.y] / 2];
function points_of(use) =
	use == "lid" ? corners([width, length] - 2 * lid_screws_in) :
	use == "board" ? board_holes :
	use == "oled" ? corners(oled_parts[1]) :
	use == "keys" ? corners(keys_holes) :
	[[-clip_at, 0], [clip_at, 0]];

// rods are upright, one for each screw of a use. They are one solid, for speed.
module rods(use, d, from, to) on_heads(use) translate([0, 0, from]) linear_extrude(to - from)
	for (p = points_of(use)) translate(p) circle(d = d);

module pilots(use) rods(use, pilot(use), -screw_of(use)[1] - deeper, -deeper);

// posts rise from the inside of the panel to the parts screwed on them.
module posts(use, d, rise) {
	through = screw_of(use)[2] + 3 * fit;
	rods(use, d, -through - rise - 0.5, -through);
}

// ---- Shapes ----

module outline(inset = 0) translate([corner, corner]) hull() for (x = [0, width - 2 * corner], y = [0, depth - 2 * corner])
	translate([x, y]) circle(corner - inset, $fn = 32);

// slab is the solid between two depths below the panel's face, plate the same on the panel.
module plate(inset, from, to) rotate([-tilt, 0, 0]) translate([0, 0, -front_height]) slab(inset, from, to);
module slab(inset, from, to) multmatrix([[1, 0, 0, 0], [0, 1, 0, 0], [0, slope, 1, front_height - from / cos(tilt)]])
	linear_extrude((from - to) / cos(tilt)) outline(inset);

module block(size, at = [0, 0, 0]) translate([at.x - size.x / 2, at.y - size.y / 2, at.z]) cube(size);

module rounded(size, r) hull() for (p = corners([size.x - 2 * r, size.y - 2 * r])) translate(p) circle(r);

// ---- Printed: front ----

module front() on_panel() panel();

module panel() difference() {
	union() {
		hull() {
			plate(0, lid, chamfer);
			plate(chamfer, 0.01, 0);
		}
		lips();
		posts("oled", oled_parts[5], oled_parts[4] - fit);
		posts("keys", 4.4, keys_front - lid - fit);
		posts("clips", clip_post, matrix_back - lid - fit);
		on_matrix() difference() {
			block([1, 1, 0] * (matrix_edge + 2 * tolerance + 2 * rib) + [0, 0, 5.1], [0, 0, -lid - 5]);
			block([1, 1, 0] * (matrix_edge + 2 * tolerance) + [0, 0, 6], [0, 0, -lid - 5.5]);
		}
	}
	for (use = ["oled", "keys", "clips"]) pilots(use);
	rods("lid", 2.8, -lid - 1, 1);
	on_heads("lid") for (p = points_of("lid")) translate([p.x, p.y, -1.4]) cylinder(d1 = 2.6, d2 = 5.6, h = 1.5);
	on_oled() window(oled_parts[3]);
	on_matrix() window([1, 1] * (matrix_edge - 1));
	on_keys() translate([0, 0, -lid - 1]) linear_extrude(lid + 2) each_key() rounded([1, 1] * (cap_edge + 2 * tolerance + 0.2), 3);
}

module window(size) {
	block([size.x, size.y, lid + 2], [0, 0, -lid - 1]);
	hull() {
		block([size.x, size.y, 0.01], [0, 0, -lid + 1]);
		block([size.x + 2 * lid - 2, size.y + 2 * lid - 2, 1], [0, 0, 0]);
	}
}

// lips hold the panel in position on the shell.
module lips() {
	deep = 2.5;
	drop = lid + deep;
	at_front = (wall + tolerance - lid * sin(tilt)) / cos(tilt);
	at_back = (depth - wall - tolerance - drop * sin(tilt)) / cos(tilt);
	for (u = [wall + tolerance, width - wall - tolerance - rib]) translate([u, 16, -drop]) cube([rib, length - 32, deep + 0.5]);
	for (v = [at_front, at_back - rib]) translate([16, v, -drop]) cube([width - 32, rib, deep + 0.5]);
}

// ---- Printed: back ----

module back() difference() {
	union() {
		difference() {
			body();
			hull() {
				translate([0, 0, wall]) linear_extrude(0.01) outline(wall);
				slab(wall, lid, 0);
			}
		}
		intersection() {
			body();
			bosses();
		}
		rods("board", 6, -board_thick - standoff - fit - 0.5, -board_thick - 2 * fit);
	}
	pilots("board");
	on_panel() pilots("lid");
	openings();
	vents();
}

// body is the solid shell, before it is hollowed.
module body() hull() {
	linear_extrude(0.01) outline(chamfer);
	translate([0, 0, chamfer]) linear_extrude(0.01) outline();
	slab(0, lid + fit + 0.01, lid + fit);
}

// bosses hold the panel's screws. They grow out of the corners at 45 degrees or steeper.
module bosses() {
	deep = lid_screw - 0.5;
	in = lid_screws_in;
	for (x = [in.x, width - in.x], v = [in.y, length - in.y]) hull() {
		on_panel() translate([x, v, -lid - fit - deep]) cylinder(d = 6.4, h = deep);
		foot = v * sin(tilt) + front_height - (lid + deep) * cos(tilt);
		translate([x < middle ? 3 : width - 3, v < length / 2 ? 3 : depth - 3, foot - 9]) cylinder(d = 1, h = 1);
	}
}

// openings are the cuts for the plugs' mouldings, and for two fingers at the card.
module openings() on_board() {
	translate([0, -back_gap + 0.5]) rotate([90, 0, 0]) linear_extrude(wall + 1.5) row(board[2]);
	translate([side_wall() - 0.5, 0]) rotate([90, 0, 90]) linear_extrude(wall + 1.5) row(board[3]);
	translate([-sd_gap - wall - 1, board[4][0], card_z() - 0.5]) rotate([90, 0, 90]) linear_extrude(wall + 1.5) rounded([18, 8.4], 3);
}

function side_wall() = width - 2 * wall - sd_gap; // the inside of the wall, in the Pi's coordinates
function card_z() = board[4][1] > 0 ? 0.4 : -board_thick - 1.2;

module row(sockets) for (s = sockets) if (wanted(s[0])) translate([s[1], 0]) opening(s[0]);

module opening(kind) {
	s = socket_of(kind);
	low = s[5][0] - s[4].y / 2;
	high = s[5][len(s[5]) - 1] + s[4].y / 2;
	translate([0, (low + high) / 2]) rounded([s[4].x + 2 * plug_air, high - low + 2 * plug_air], 1.5);
}

module vents() {
	translate([middle, depth - wall - 1, 36]) rotate([-90, 0, 0]) linear_extrude(wall + 2)
		for (i = [-3.5:3.5]) translate([6 * i, 0]) rounded([2.4, 16], 1.15);
	translate([width - 36, depth - 34, -1]) linear_extrude(wall + 2) for (i = [-2.5:2.5]) translate([8 * i, 0]) rounded([2.4, 28], 1.15);
}

module feet_at() for (x = [13, width - 13], y = [13, depth - 13]) translate([x, y]) children();

// ---- Printed: caps and clips ----

module caps() on_panel() on_keys() each_key() cap($key);

// cap is the cap of a key. Two ears hold it below the panel; it sits on the switch's plunger.
module cap(k) difference() {
	low = -plunger_top - 2.5;
	union() {
		hull() {
			block([9.6, cap_edge - 1, 0.1], [0, 0, low]);
			translate([0, 0, -1]) linear_extrude(cap_rise) rounded([1, 1] * cap_edge, 2.8);
			translate([0, 0, -1]) linear_extrude(cap_rise + 1) rounded([1, 1] * (cap_edge - 2), 1.8);
		}
		block([9.6, cap_edge + 2.4, 0.8], [0, 0, low]);
	}
	block([4, 4, 3.5], [0, 0, -plunger_top - 3.5 + fit]);
	translate([0, 0, cap_rise - engraved]) linear_extrude(1) symbol(k);
}

// symbol is the symbol on a key: back, up, down, ok.
module symbol(k) {
	if (k == 3) circle(2.6, $fn = 24);
	else rotate([90, 0, 180][k]) polygon([[-3.2, -2.4], [3.2, -2.4], [0, 3]]);
}

module clips() on_panel() on_matrix() for (turn = [-90, 90]) rotate(turn) one_clip();

// one_clip overlaps the edge of the matrix by 1.8.
module one_clip() difference() {
	inner = matrix_edge / 2 - 1.8;
	outer = clip_at + clip_post / 2;
	translate([0, (inner + outer) / 2, -matrix_back - clip[1] - fit]) linear_extrude(clip[1]) rounded([clip[0], outer - inner], 1.5);
	translate([0, clip_at, -matrix_back - clip[1] - 1]) cylinder(d = 2.8, h = clip[1] + 2);
}

// ---- Bought parts ----

module board() on_board() {
	translate([0, 0, -board_thick]) linear_extrude(board_thick) difference() {
		translate(board[0] / 2) rounded(board[0], 3);
		for (h = board_holes) translate(h) circle(d = 2.7);
	}
	block([51, 5.1, 2.6], [header.x, header.y, -0.1]);
	for (s = board[2]) translate([s[1], 0]) socket(s[0]);
	for (s = board[3]) translate([board[0].x, s[1]]) rotate(90) socket(s[0]);
	translate([0, board[4][0] - 6, board[4][1] > 0 ? -0.1 : -board_thick - 1.4]) cube([12, 12, 1.5]);
}

// socket is a socket at the edge y = 0 of a board.
module socket(kind) {
	s = socket_of(kind);
	block([s[0], s[1], s[2] + 0.1], [0, s[1] / 2 - s[3], -0.1]);
}

module oled() on_panel() on_oled() translate([0, -oled_lift]) {
	translate([0, 0, -oled_back - fit]) linear_extrude(1.2) difference() {
		square(oled_parts[0], center = true);
		for (p = points_of("oled")) translate(p) circle(d = oled == "1.3" ? 2.9 : 2.1);
	}
	block([oled_parts[2].x, oled_parts[2].y, oled_parts[4]], [0, 0, -oled_back + 1]);
	oled_pins(1.2, -oled_back - 2.5);
}

module oled_pins(h, at) block([4 * 2.54, 2.54, h + 1.4], [0, oled_parts[0].y / 2 - 1.6, at]);

module matrix() on_panel() on_matrix() {
	block([matrix_edge, matrix_edge, matrix_depth], [0, 0, -matrix_back]);
	matrix_pins(1, 2.6, -matrix_back - 2.5);  // to the Pi
	matrix_pins(-1, 8.5, -matrix_back - 8.4); // to the next module
}

module matrix_pins(edge, h, at) block([5 * 2.54, 2.54, h], [0, edge * (matrix_edge / 2 - 1.6), at]);

module keys() on_panel() on_keys() {
	at = -keys_front - keys_board.z - fit;
	translate([0, 0, at]) linear_extrude(keys_board.z) difference() {
		square([keys_board.x, keys_board.y], center = true);
		for (p = points_of("keys")) translate(p) circle(d = 2.1);
	}
	translate([0, 0, -keys_front - fit - 0.1]) {
		linear_extrude(3.6) each_key() square(12, center = true);
		linear_extrude(4.4) each_key() circle(d = 6.8);
		linear_extrude(7.4) each_key() square(3.8, center = true);
	}
	translate([0, 0, at - 1.5]) linear_extrude(1.6) each_key() square([12.5, 6], center = true); // legs, and solder
	block([7.8, 19.4, 4.7], [0, 0, at - 4.6]); // 74AHCT125
}

// plugs are the mouldings with 10 mm of cable, and the card.
module plugs() on_board() {
	for (s = board[2]) if (wanted(s[0])) translate([s[1], 0]) plug(s[0]);
	for (s = board[3]) if (wanted(s[0])) translate([board[0].x, s[1]]) rotate(90) plug(s[0]);
	translate([-2.4, board[4][0] - 5.5, card_z()]) cube([2.3, 11, 0.8]);
}

module plug(kind) {
	s = socket_of(kind);
	for (z = s[5]) translate([0, -s[3] - 0.2, z]) rotate([90, 0, 0]) {
		if (kind == "audio") cylinder(d = s[4].x, h = 22);
		else linear_extrude(22) rounded(s[4], 1.2);
		translate([0, 0, 21]) cylinder(d = 4.5, h = 11);
	}
}

// screws have the diameter of their pilot hole, because the thread cuts into the plastic.
module screws() on_panel() for (use = panel_uses) screws_of(use);
module board_screws() screws_of("board");

module screws_of(use) {
	s = screw_of(use);
	rods(use, in_inserts(use) ? 2.5 : pilot(use) - 0.1, -s[1], 0.1);
	if (s[4] > 0) rods(use, s[3], 0, s[4]);
	else on_heads(use) for (p = points_of(use)) translate([p.x, p.y, -1.35 + fit]) cylinder(d1 = 2.3, d2 = 5, h = 1.35 - fit);
}

// wires is the space for jumper wires behind the pins, up to the end of their bend.
module board_wires() on_board() block([51, 5.1, wire_room], [header.x, header.y, 2.6]);
module wires() on_panel() {
	on_oled() translate([0, -oled_lift]) oled_pins(wire_room - 1.4, -oled_back - 2.6 - wire_room);
	on_matrix() matrix_pins(1, wire_room, -matrix_back - 2.6 - wire_room);
}

module feet() feet_at() translate([0, 0, -3 - fit]) cylinder(d = 10, h = 3, $fn = 24);

// way is the space that the Pi sweeps on its way in: straight down, 8 in front of its
// position, then back. Parts below its board are swept separately, because the stand-offs
// are beside them.
module way() for (below = [false, true], at = [[[0, -8, 70], [0, -8, 0]], [[0, -8, 0], [0, 0, 0]]])
	hull() for (a = at) translate(a) intersection() {
		board();
		on_board() translate([-50, -50, below ? -50 : -board_thick]) cube([200, 200, below ? 50 - board_thick - fit : 50]);
	}

// ---- Checks ----

printed = ["front", "back", "caps", "clips"];
bought = ["board", "oled", "matrix", "keys", "plugs", "screws", "board_screws", "wires", "board_wires", "feet"];

// solid is a part in its position, or moved by nudge if it is nudged.
module solid(name) translate(name == nudged ? nudge : [0, 0, 0]) {
	if (name == "front") front();
	if (name == "back") back();
	if (name == "caps") caps();
	if (name == "clips") clips();
	if (name == "board") board();
	if (name == "oled") oled();
	if (name == "matrix") matrix();
	if (name == "keys") keys();
	if (name == "plugs") plugs();
	if (name == "screws") screws();
	if (name == "board_screws") board_screws();
	if (name == "wires") wires();
	if (name == "board_wires") board_wires();
	if (name == "feet") feet();
	if (name == "way") way();
}

// overlap is empty if the solids of each pair don't intersect.
module overlap() for (p = pairs) intersection() {
	solid(p[0]);
	solid(p[1]);
}

// grip_of is the plastic that a use's screws need: around the end of the thread, and below
// the pilot hole. Minus the parts it must be empty.
module grip_of(use) {
	s = screw_of(use);
	m = s[0] == "M2" ? 2 : 2.5;
	difference() {
		rods(use, pilot(use) + 2 * flesh, 0.3 - s[1], 0.3 - s[1] + grip * m);
		rods(use, pilot(use) + 0.02, -s[1], 0);
	}
	rods(use, pilot(use), -s[1] - deeper - 0.35, -s[1] - deeper - 0.05);
}

// grips is the missing plastic in the parts of pairs, for the screws in these parts.
module grips() for (p = pairs) difference() {
	translate(nudged == "grip" ? nudge : [0, 0, 0]) {
		on_panel() for (use = p[0] == "front" ? ["oled", "keys", "clips"] : ["lid"]) grip_of(use);
		if (p[0] == "back") grip_of("board");
	}
	solid(p[0]);
}

// ---- Output ----

// flat lays a part in its printing position.
module flat(name) {
	if (name == "front") translate([0, length]) rotate([180, 0, 0]) panel();
	else if (name == "caps") translate([0, 0, plunger_top + 2.5]) for (k = [0:3]) translate([18 * k, 0]) cap(k);
	else if (name == "clips") translate([0, 0, matrix_back + clip[1] + fit]) for (k = [0, 1]) translate([14 * k, 0]) one_clip();
	else solid(name);
}

colours = [["front", "#f2ede1"], ["back", "#2f4858"], ["caps", "#e0a030"], ["clips", "#2f4858"], ["board", "#3a7d44"],
	["oled", "#10151c"], ["matrix", "#1c1c1c"], ["keys", "#8a6d3b"], ["plugs", "#444444"], ["screws", "#b0b0b0"],
	["board_screws", "#b0b0b0"], ["wires", "#a33a3a"], ["board_wires", "#a33a3a"], ["feet", "#222222"]];

on_floor = ["back", "feet"];
on_the_pi = ["board", "plugs", "board_screws", "board_wires"];
function lift(name, by) = search([name], on_floor) != [[]] ? 0 : search([name], on_the_pi) != [[]] ? by / 3 : by;

module show(lifted) for (c = colours) if (lifted > 0 || c[0] != "wires" && c[0] != "board_wires")
	translate([0, 0, lift(c[0], lifted)]) color(c[1]) solid(c[0]);

if (part == "assembly") {
	show(0);
	lit();
} else if (part == "exploded") show(60);
else if (part == "names") echo(printed = printed, bought = bought);
else if (part == "overlap") overlap();
else if (part == "grip") grips();
else if (search([part], concat(printed, bought)) == [[]]) assert(false, str("no part is called ", part));
else if (search([part], printed) != [[]]) flat(part);
else solid(part);

// lit adds details for a picture: paint in the symbols, lines on the OLED, a die on the matrix.
module lit() on_panel() {
	on_keys() translate([0, 0, cap_rise - engraved]) color("#2f4858") linear_extrude(engraved - 0.1) each_key() symbol($key);
	on_matrix() for (x = [-3.5:3.5], y = [-3.5:3.5]) translate([x * 4, y * 4, -lid]) color(five(x, y) ? "#ff5040" : "#4a1512") cylinder(d = 3, h = 0.2);
	on_oled() for (l = [0:3]) translate([-oled_parts[3].x / 2 + 1.5, (1.1 - l) * oled_parts[3].y / 4.6 - 0.8, -lid + 0.1]) color("#cfe8ff")
		cube([[0.6, 0.85, 0.7, 0.4][l] * (oled_parts[3].x - 3), oled_parts[3].y / 9, 0.1]);
}

function five(x, y) = abs(abs(x) - 2.5) < 0.6 && abs(abs(y) - 2.5) < 0.6 || abs(x) < 1 && abs(y) < 1;
