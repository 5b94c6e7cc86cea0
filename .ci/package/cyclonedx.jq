# Checks that a bill of materials meets the requirements of CycloneDX 1.6 (ECMA-424) and
# ours: names, versions and references exist, and each reference is unique.
def filled: type == "string" and length > 0;
def component:
  (.type | IN("application", "library")) and (.name | filled) and (.version | filled) and (."bom-ref" | filled)
  and ((.hashes // []) | all(.alg == "SHA-256" and (.content | test("^[0-9a-f]{64}$"))));
([.metadata.component, .components[]] | map(."bom-ref")) as $refs
| .bomFormat == "CycloneDX" and .specVersion == "1.6" and .version == 1
and (.metadata.timestamp | fromdate > 0)
and (.metadata.component | component) and (.components | all(component))
and ($refs | length == (unique | length))
and (.dependencies | map(.ref, .dependsOn[]) | . - $refs == [])
