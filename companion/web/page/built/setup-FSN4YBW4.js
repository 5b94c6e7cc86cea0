import{a,b}from"./chunk-C2BJP2XP.js";import"./chunk-3AMPRF4T.js";export{b as begun,a as open};
