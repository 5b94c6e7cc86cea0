import{a,b,c,d,e}from"./chunk-CDEI5H4P.js";import"./chunk-ONY56NFQ.js";import"./chunk-REATDEV4.js";export{a as gameLink,c as openGame,d as openPair,e as openTimes,b as pairLink};
