import"./chunk-7B2S3YRM.js";
