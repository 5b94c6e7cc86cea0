import{a,b}from"./chunk-NKLDN2B3.js";import"./chunk-LTDBWXNA.js";export{b as begun,a as open};
