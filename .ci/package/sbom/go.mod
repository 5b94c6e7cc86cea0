module tabletop/ci/sbom

go 1.26.0
