import{a,b}from"./chunk-HKVF7ADT.js";import"./chunk-T6NBEOME.js";export{b as begun,a as open};
