try{let e=localStorage.getItem("deepen-theme");(e==="light"||e==="dark")&&(document.documentElement.dataset.theme=e)}catch{}
