# Whether a bill of materials has what CycloneDX 1.6 (ECMA-424) requires, and what we
# do: names, versions and references that are there, each reference once.
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
