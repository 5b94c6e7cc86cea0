package doctor

import (
	"slices"
	"strings"

	"tabletop/cmd/internal/chips"
	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/wiring"
)

// spiPorts checks the nodes of the SPI ports in use. It cannot detect a chip on SPI.
func spiPorts(s *System) (findings []Finding) {
	for _, p := range s.spi() {
		findings = append(findings, s.spiPort(p.table, p.name))
	}
	return findings
}

func (s *System) spiPort(table, name string) Finding {
	node := wiring.Node(name)
	if !strings.HasPrefix(node, "/dev/spidev") {
		return s.find("spi", Bad, s.set(table, "bus", `"SPI0.0"`), "doctor.spi.name", name)
	}
	if trouble := s.node(spiKind, name, node); trouble != nil {
		return trouble[0]
	}
	return s.find("spi", OK, "", "doctor.spi", name)
}

// port is an SPI port with the config table that uses it.
type port struct{ table, name string }

// spi returns the SPI ports in use, each once.
func (s *System) spi() (all []port) {
	c := s.Config
	matrix, _ := chips.MatrixNamed(c.Matrix.Chip)
	for _, p := range []struct {
		port
		wired bool
	}{
		{port{"panel", c.Panel.Bus}, c.Panel.Chip != config.None && strings.HasPrefix(c.Panel.Bus, "SPI")},
		{port{"matrix", c.Matrix.Bus}, matrix.SPI != nil},
		{port{"tags", c.Tags.Bus}, c.Tags.Bus != ""},
	} {
		if p.wired && !slices.ContainsFunc(all, func(o port) bool { return o.name == p.name }) {
			all = append(all, p.port)
		}
	}
	return all
}
