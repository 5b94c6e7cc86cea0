import{a,b}from"./chunk-AJMDBDHT.js";import"./chunk-R3L7KBXD.js";export{b as begun,a as open};
