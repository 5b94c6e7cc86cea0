// The style of the page's scripts and of their tests.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: "latest", sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true },
    rules: {
      "no-unused-vars": "error",
      eqeqeq: "error",
      "prefer-const": "error",
      "no-var": "error",
      "no-shadow": "error",
      complexity: ["error", 20],
      "max-lines-per-function": ["error", { max: 50, skipComments: true, skipBlankLines: true }],
      "max-lines": ["error", { max: 500, skipComments: true }],
    },
  },
  { files: [".ci/js/**"], languageOptions: { globals: globals.nodeBuiltin } },
];
