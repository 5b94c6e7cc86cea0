import"./chunk-GNVZK5IS.js";
