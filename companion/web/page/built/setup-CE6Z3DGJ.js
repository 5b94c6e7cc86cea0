import{a,b}from"./chunk-63PHPXPO.js";import"./chunk-GNVZK5IS.js";export{b as begun,a as open};
