import{a,b}from"./chunk-2FHO4UMT.js";import"./chunk-JIOAID2C.js";export{b as begun,a as open};
