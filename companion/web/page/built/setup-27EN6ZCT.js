import{a,b}from"./chunk-ABYEVFYF.js";import"./chunk-7O2KVZ3N.js";export{b as begun,a as open};
