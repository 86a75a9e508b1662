/** An email that asks for everything that an email can ask for, each with a path of its own. @param url of who counts */
export const hostileEmail = (
  url: string,
) => `<!--<head>--><link rel="stylesheet" href="${url}/style.css"><link rel="prefetch" href="${url}/prefetch">
<link rel="preload" as="image" href="${url}/preload"><link rel="preconnect" href="${url}/preconnect"><link rel="icon" href="${url}/icon">
<link rel="modulepreload" href="${url}/module"><link rel="prerender" href="${url}/prerender"><link rel="manifest" href="${url}/manifest">
<meta http-equiv="refresh" content="0;url=${url}/refresh"><meta http-equiv="link" content="<${url}/meta>; rel=prefetch">
<base href="${url}/"><script>top.document.title = 'owned'; fetch('${url}/script')</script><script type="speculationrules">{"prefetch":[{"urls":["${url}/rules"]}]}</script>
<style>@import '${url}/import.css'; @\\69mport '${url}/escaped.css'; @font-face { font-family: x; src: url(${url}/font) }
p { font-family: x; background: url(${url}/background) } h2 { background: image-set("${url}/set" 1x); cursor: u\\72l(${url}/cursor), auto }</style>
<p onclick="top.document.title='owned'">Hello</p><h2 style="list-style: url('${url}/list')">Two</h2>
<iframe src="${url}/frame"></iframe><object data="${url}/object"></object><embed src="${url}/embed">
<video src="${url}/video" poster="${url}/poster" autoplay><track src="${url}/track"></video><audio src="${url}/audio" autoplay></audio>
<svg><image href="${url}/svg"/><use href="${url}/use#a"/></svg><math><mi href="${url}/math">x</mi></math>
<img src="${url}/image.png" onerror="top.document.title='owned'"><picture><source srcset="${url}/source 1x"><img alt="" srcset="${url}/srcset 1x"></picture>
<table background="${url}/table"><tr><td>1</td></tr></table><input type="image" src="${url}/input">
<form action="${url}/form"><button>x</button></form><a href="${url}/same" target="_self" ping="${url}/ping">here</a>
</iframe></textarea>"'></body></html>`;
