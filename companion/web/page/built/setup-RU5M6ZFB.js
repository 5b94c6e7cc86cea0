import{a,b}from"./chunk-BOMTDI4G.js";import"./chunk-SNP3UOGY.js";export{b as begun,a as open};
