import{a,b}from"./chunk-AJ5HTH2N.js";import"./chunk-4TV2JG2N.js";export{b as begun,a as open};
