import{a,b,c,d,e}from"./chunk-L5WULBOS.js";import"./chunk-YJ3QXLT4.js";import"./chunk-ZILHI6BE.js";export{a as gameLink,c as openGame,d as openPair,e as openTimes,b as pairLink};
