import"./chunk-SNP3UOGY.js";
