package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os/exec"
	"strings"
)

// Width and height of the display, and the size of one of its pixels in a photo, in px.
const (
	panelWidth  = 128
	panelHeight = 64
	enlarged    = 3
)

// photo returns an enlarged image of a picture on the display, as a phone would photograph it,
// with lit pixels in white.
func photo(picture string) image.Image {
	img := image.NewGray(image.Rect(0, 0, panelWidth*enlarged, panelHeight*enlarged))
	for y, line := range strings.Split(picture, "\n") {
		for x, half := range []rune(line) {
			for i, lit := range []bool{half == '█' || half == '▀', half == '█' || half == '▄'} {
				if lit {
					square(img, x, 2*y+i)
				}
			}
		}
	}
	return img
}

func square(img *image.Gray, x, y int) {
	for dy := range enlarged {
		for dx := range enlarged {
			img.SetGray(x*enlarged+dx, y*enlarged+dy, color.Gray{Y: 255})
		}
	}
}

// code returns the text of the QR code in a picture, or "" if the picture has no QR code.
func code(picture string) (string, error) {
	var sheet bytes.Buffer
	if err := png.Encode(&sheet, photo(picture)); err != nil {
		return "", err
	}
	scan := exec.Command("zbarimg", "--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-")
	scan.Stdin = &sheet
	out, err := scan.Output()
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == noCode {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("zbarimg: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// noCode is the exit status of zbarimg if it finds no QR code.
const noCode = 4

// network parses the text of a QR code for a Wi-Fi network, and returns the network's name and
// password. An open network has the password "".
func network(code string) (ssid, password string, err error) {
	if open, ok := strings.CutPrefix(code, "WIFI:T:nopass;S:"); ok {
		return strings.TrimSuffix(open, ";;"), "", nil
	}
	_, rest, ok := strings.Cut(code, "WIFI:T:WPA;S:")
	ssid, rest, ok2 := strings.Cut(rest, ";P:")
	password, _, ok3 := strings.Cut(rest, ";;")
	if !ok || !ok2 || !ok3 {
		return "", "", fmt.Errorf("the code %q is not for a Wi-Fi network", code)
	}
	return ssid, password, nil
}
