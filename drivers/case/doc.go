// Package box is the case of the tabletop companion, to be printed: case.scad, for
// OpenSCAD. It has no code; its tests prove that the case can be printed and that
// everything goes into it.
//
// A wedge of 98 × 90 mm, 28 mm high in front and 61 mm behind, whose panel leans back
// by 20°: the OLED, beside it the LED matrix, below them four keys in a row: back, up,
// down, ok. Power and HDMI are at the back, USB at the left, the card at the right.
// case.png shows it.
//
// # Parts to print
//
//	front   98 × 96 × 16 mm   the panel, face down
//	back    98 × 90 × 58 mm   the shell, floor down
//	caps    67 × 15 × 6 mm    four key caps, symbols up
//	clips   23 × 9 × 3 mm     two, they hold the matrix
//
// Together 68 cm³. Layers of 0.2 mm, a nozzle of 0.4 mm, three walls, 20 % infill; PETG
// or PLA. No supports: nothing is laid on air that is wider than 4.5 mm in its shorter
// direction.
// Two colours look best: front, and the rest. Paint fills the symbols, or a change of
// filament 0.8 mm below the top of the caps.
//
// Each part is a file of its own:
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
// The screws cut their own thread in the plastic. With thread="insert" those of the
// panel and the Pi turn in eight heat-set inserts M2.5, 4 mm long, of 3.5 mm, instead.
//
// # Assembly
//
//  1. Solder the switches on one side of the perforated board, in the middle of its
//     width and 8 holes (20.32 mm) apart, the outer ones 9.5 mm from its ends; the
//     74AHCT125 on the other side, across the middle. Wire them as drivers/wiring.svg
//     shows. Cut what stands out to 1.5 mm.
//  2. Lay the panel on its face. Put the caps in their holes, ears along the long sides
//     of the board, and screw the board on its posts. Each key must click and come back.
//  3. Screw the OLED on its posts, pins up: away from the keys.
//  4. Lay the matrix in its frame, the input pins up, away from the keys, and screw the
//     clips on, left and right, over the edges without pins. The pins must point away
//     from the panel; solder others if they don't. The picture lies on its side then:
//     rotation = 90 or 270 of [matrix] in the configuration turns it, whichever your
//     module needs; "companion doctor -try" shows a picture to tell by.
//  5. Let the Pi down into the shell 8 mm in front of its place, push it back over its
//     stand-offs, and screw it on. Then put in the card.
//  6. Plug the wires on, close the panel, and turn in its four screws, no tighter than
//     by hand. Stick the feet on.
//
// Try the wiring before closing: companiond's doctor says what it finds.
//
// # Changing it
//
// All figures stand at the top of case.scad, with what they mean; OpenSCAD's customizer
// shows them as fields. The likely ones:
//
//	oled_lift       your module's screen isn't in the middle of the window
//	matrix_depth    your matrix isn't 13 mm from its face to the back of its board
//	tolerance       your printer prints tight, or loose
//	pilot_2, pilot_25, insert_hole   your screws or inserts want another hole
//	hdmi, audio     false closes their openings
//	tilt, front_height, width, depth   another shape
//
// After a change ask what overlaps, before printing: not every figure goes with every
// other. This says that the object is empty if the shell and the plugs fit; pairs takes
// any solids, and TestNoTwoSolidsOverlap all of them in any variant that is added to its
// list:
//
//	openscad -D 'part="overlap"' -D 'pairs=[["back", "plugs"]]' -D tilt=25 -o overlap.stl case.scad
//
// # What is proven
//
// .ci/case renders every OLED with every Pi, and a few variants more. Each part is a
// closed surface in one piece; it lies flat, fits a bed of 200 × 200 mm and needs no
// supports. No two solids overlap, printed or bought: micro-USB and USB-C plugs with
// the biggest mouldings that are allowed, others with usual ones, screws with their
// heads, jumper wires until they have turned, the card. The Pi gets in. Every screw has 1 mm of plastic around 1.4 diameters of its
// thread, and some below its tip. Parts that are moved on purpose are found.
//
// # What is not
//
// Nobody has printed it yet, as far as this repository knows. Modules differ between
// makers by some tenths of a millimetre, and some 1.3″ boards by more: measure yours.
// A tall cooler on the Pi may meet the wires of the matrix. A Pi 5's button can't be
// reached; a hole for it is up to you. Boxes for other matrices (HT16K33, RGB) need
// matrix_edge and matrix_depth of theirs, and left and right edges without pins.
package box
