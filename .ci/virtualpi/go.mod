module tabletop/ci/virtualpi

go 1.26.0

require tabletop/ci/fakepi v0.0.0

replace (
	tabletop => ../..
	tabletop/ci/fakepi => ../fakepi
)
