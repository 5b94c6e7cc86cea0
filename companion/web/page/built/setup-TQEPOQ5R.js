import{a,b}from"./chunk-ZUAJKOR5.js";import"./chunk-NXCKS7PR.js";export{b as begun,a as open};
