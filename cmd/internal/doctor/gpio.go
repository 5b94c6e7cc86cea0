package doctor

// wired reports whether the config uses any GPIO line.
func (s *System) wired() bool { return len(s.lines()) > 0 }

func gpioChips(s *System) []Finding {
	if !s.wired() {
		return nil
	}
	nodes := s.glob("/dev/gpiochip*")
	if len(nodes) == 0 {
		state := Bad
		if s.bare() {
			state = Absent
		}
		return found(s.find("gpio", state, "", "doctor.gpio.none"))
	}
	for _, node := range nodes {
		if trouble := s.node(gpioKind, "GPIO", node); trouble != nil {
			return trouble
		}
	}
	return found(s.find("gpio", OK, "", "doctor.gpio"))
}

// usable reports whether GPIO lines can be opened.
func (s *System) usable() bool {
	chips := gpioChips(s)
	return len(chips) > 0 && chips[0].State == OK
}
