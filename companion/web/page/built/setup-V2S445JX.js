import{a,b}from"./chunk-3OWIXLTI.js";import"./chunk-7B2S3YRM.js";export{b as begun,a as open};
