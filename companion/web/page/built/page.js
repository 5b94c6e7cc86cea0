import"./chunk-CJC7VTJ3.js";
