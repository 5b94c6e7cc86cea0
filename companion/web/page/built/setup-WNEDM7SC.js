import{a,b}from"./chunk-E22WGVJ4.js";import"./chunk-6A34C4OY.js";export{b as begun,a as open};
