package doctor

import (
	"errors"
	"strconv"
	"syscall"
)

// companionUser is the name of the user that runs the companion's service.
const companionUser = "companion"

func state(s *System) []Finding {
	folder := s.Folder
	if !s.exists(folder) {
		folder = s.nearest(folder)
	}
	disk, err := s.Disk(folder)
	if err != nil {
		return found(s.find("state", Bad, "", "doctor.state.error", s.Folder, reason(err)))
	}
	const clear = "sudo apt-get clean && sudo journalctl --vacuum-size=20M"
	megabytes := strconv.FormatUint(disk.Free>>20, 10)
	switch {
	case disk.ReadOnly:
		mend := `sudo mount -o remount,rw "$(findmnt -n -o TARGET -T ` + quoted(folder) + `)"`
		return found(s.find("state", Bad, mend, "doctor.state.readonly", s.Folder))
	case disk.Full():
		return found(s.find("state", Bad, clear, "doctor.state.full", s.Folder, megabytes))
	}
	findings := s.writable(folder, megabytes)
	if disk.Cramped() && Well(findings) {
		return found(s.find("state", Warn, clear, "doctor.state.cramped", s.Folder, megabytes))
	}
	return findings
}

// writable checks that the companion can write to its state folder. If the state folder does not
// exist, folder is the existing folder above, and writable checks that the companion can create the
// state folder.
func (s *System) writable(folder, megabytes string) []Finding {
	err := s.Access(folder, true)
	user, _, _ := s.owner(folder)
	owner := s.named("/etc/passwd", user).name
	switch {
	case s.service() && folder != s.Folder:
		return found(s.find("state", OK, "", "doctor.state.service", s.Folder))
	case s.service() && owner == companionUser:
		return found(s.find("state", OK, "", "doctor.state.theirs", s.Folder, owner, megabytes))
	case s.service():
		return found(s.find("state", Bad, "sudo chown -R companion: "+quoted(s.Folder), "doctor.state.owner", s.Folder, owner))
	case err == nil && folder != s.Folder:
		return found(s.find("state", OK, "", "doctor.state.new", s.Folder))
	case err == nil:
		return found(s.find("state", OK, "", "doctor.state", s.Folder, megabytes))
	case errors.Is(err, syscall.EACCES) && folder != s.Folder:
		return found(s.find("state", Bad, `sudo install -d -m 700 -o "$USER" `+quoted(s.Folder), "doctor.state.denied", s.Folder))
	case errors.Is(err, syscall.EACCES):
		return found(s.find("state", Bad, `sudo chown -R "$USER": `+quoted(s.Folder), "doctor.state.owner", s.Folder, owner))
	}
	return found(s.find("state", Bad, "", "doctor.state.error", s.Folder, reason(err)))
}

func daemon(s *System) []Finding {
	if pid := s.running(); pid != 0 {
		return found(s.find("daemon", OK, "", "doctor.daemon", strconv.Itoa(pid)))
	}
	if !s.service() {
		return found(s.find("daemon", Absent, "", "doctor.daemon.none"))
	}
	if out, _ := s.Run("systemctl", "is-failed", "companiond"); out == "failed" {
		return found(s.find("daemon", Bad, "sudo journalctl -u companiond -n 30 --no-pager", "doctor.daemon.failed"))
	}
	return found(s.find("daemon", Warn, "sudo systemctl enable --now companiond", "doctor.daemon.stopped"))
}
