import{a,b}from"./chunk-PFM2LDRF.js";import"./chunk-FUBQBQPL.js";export{b as begun,a as open};
