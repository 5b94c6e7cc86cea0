import{a,b}from"./chunk-6FNAAWP7.js";import"./chunk-CJC7VTJ3.js";export{b as begun,a as open};
