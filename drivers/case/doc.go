// Package box documents the case of the tabletop companion for 3D printing: case.scad, for
// OpenSCAD. The package has no code. Its tests check that the case can be printed and that all
// parts fit into it.
//
// The case is a wedge of 98 × 90 mm, 28 mm high in front and 61 mm behind. Its panel leans
// back by 20°. It holds the OLED, the LED matrix beside it, and below them four keys in a row:
// back, up, down, ok. Power and HDMI are at the back, USB at the left, the card at the right.
// case.png shows the case.
//
// # Parts to print
//
//	front   98 × 96 × 16 mm   the panel, face down
//	back    98 × 90 × 58 mm   the shell, floor down
//	caps    67 × 15 × 6 mm    four key caps, symbols up
//	clips   23 × 9 × 3 mm     two, they hold the matrix
//
// Together they have 68 cm³. Use layers of 0.2 mm, a nozzle of 0.4 mm, three walls, 20 %
// infill; PETG or PLA. No supports are needed: no overhang is wider than 4.5 mm in its shorter
// direction. Two colours look best: one for the front, one for the rest. To colour the
// symbols, fill them with paint, or change the filament 0.8 mm below the top of the caps.
//
// Each part is printed from its own file:
//
//	for part in front back caps clips; do
//		openscad -D "part=\"$part\"" -D 'oled="1.3"' -D 'pi="pi4"' -o $part.stl case.scad
//	done
//
// # Parts to buy
//
//	1   Raspberry Pi Zero 2 W, 3 B, 3 B+, 4 B or 5; the header has its pins upwards
//	1   OLED 128×64 with four pins: 0.96″ on 27.3 × 27.8 mm, or 1.3″ on 35.4 × 33.5 mm
//	1   MAX7219 module with an 8×8 matrix, FC-16 style: 32 × 32 mm, 13 mm deep
//	4   tactile switches 12 × 12 mm, 7.3 mm high, with a square plunger of 3.8 mm
//	1   perforated board 20 × 80 mm, 2.54 mm, with holes of 2 mm in its corners
//	1   74AHCT125, DIP-14
//	4   jumper wires of 15 cm, both ends female: the OLED
//	15  jumper wires of 15 cm, one end female: ten from the Pi, five to the matrix
//	4   M2.5×8 countersunk   the panel
//	4   M2.5×6               the Pi
//	2   M2.5×8               the clips
//	4   M2×5                 the OLED
//	4   M2×6                 the board of the keys
//	4   rubber feet 10 × 3 mm, to stick on
//
// The screws cut their own thread in the plastic. With thread="insert" the screws of the panel
// and the Pi turn in eight heat-set inserts instead: M2.5, 4 mm long, 3.5 mm in diameter.
//
// # Assembly
//
//  1. Solder the switches on one side of the perforated board, in the middle of its
//     width and 8 holes (20.32 mm) apart, the outer ones 9.5 mm from its ends; the
//     74AHCT125 on the other side, across the middle. Wire them as drivers/wiring.svg
//     shows. Cut the protruding leads to 1.5 mm.
//  2. Lay the panel on its face. Put the caps in their holes, ears along the long sides
//     of the board, and screw the board on its posts. Each key must click and spring back.
//  3. Screw the OLED on its posts, pins up: away from the keys.
//  4. Lay the matrix in its frame, the input pins up, away from the keys, and screw the
//     clips on, left and right, over the edges without pins. The pins must point away
//     from the panel; solder others if they don't. The picture lies on its side then:
//     rotation = 90 or 270 of [matrix] in the configuration turns it, whichever your
//     module needs; "companion doctor -try" shows a test picture.
//  5. Let the Pi down into the shell 8 mm in front of its place, push it back over its
//     stand-offs, and screw it on. Then put in the card.
//  6. Plug the wires on, close the panel, and turn in its four screws, no tighter than
//     by hand. Stick the feet on.
//
// Before closing the case, check the wiring with "companion doctor".
//
// # Changing it
//
// All dimensions are defined and explained at the top of case.scad; OpenSCAD's customizer
// shows them as fields. The most useful ones:
//
//	oled_lift       your module's screen isn't in the middle of the window
//	matrix_depth    your matrix isn't 13 mm from its face to the back of its board
//	tolerance       your printer prints tight, or loose
//	pilot_2, pilot_25, insert_hole   your screws or inserts need another hole
//	hdmi, audio     false closes their openings
//	tilt, front_height, width, depth   another shape
//
// After a change check for overlaps before printing: not every combination of dimensions works.
// The command below renders the intersection of the shell and the plugs, which is empty if they
// fit. The variable pairs takes any pairs of solids. TestNoTwoSolidsOverlap checks all pairs,
// in each variant added to its list:
//
//	openscad -D 'part="overlap"' -D 'pairs=[["back", "plugs"]]' -D tilt=25 -o overlap.stl case.scad
//
// # Tests
//
// .ci/case renders every OLED with every Pi, and a few more variants. The tests check that
// each part is a closed surface in one piece, lies flat, fits a bed of 200 × 200 mm and needs
// no supports. No two solids overlap, printed or bought: micro-USB and USB-C plugs with the
// largest allowed mouldings, other plugs with usual ones, screws with their heads, jumper
// wires with their bends, the card. The Pi can be inserted. Every screw holds in plastic over
// a length of 1.4 diameters, with 1 mm of plastic around the thread and some below the tip. A
// control test moves each solid on purpose, and checks that the overlap is found.
//
// # Limitations
//
// The case has not been printed yet, as far as this repository knows. Modules of different
// makers differ by some tenths of a millimetre, and some 1.3″ boards by more: measure yours. A
// tall cooler on the Pi may touch the wires of the matrix. A Pi 5's button can't be reached
// without another hole. Other matrices (HT16K33, RGB) need their own values of matrix_edge and
// matrix_depth, and left and right edges without pins.
package box
