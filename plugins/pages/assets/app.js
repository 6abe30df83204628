const form = document.querySelector("#calculate, #search");
